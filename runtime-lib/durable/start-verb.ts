import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import { type CommandLine, readCommandLine } from "../command/options.ts";
import { print } from "../command/terminal.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { prepareInputs } from "../run/inputs.ts";
import { withClient } from "./client.ts";
import { type Given, givenToKeep } from "./given.ts";
import { queueOf, versionOf } from "./names.ts";
import { printResult } from "./result-verb.ts";
import { milliseconds, usage, type Verb, wholeNumber } from "./verb.ts";

const options = {
  id: { value: "ID", description: "name the run; where it is there already, nothing new is started" },
  wait: { description: "wait for its end, and print its result" },
  delay: { value: "TIME", description: "start it so much later, such as 10m" },
  priority: { value: "NUMBER", description: "1 comes first; runs without a priority come before those with one" },
} as const;

interface StartOptions {
  readonly id?: string;
  readonly wait?: boolean;
  readonly delay?: string;
  readonly priority?: string;
}

/** `start`: puts a run on the queue, and prints its id. */
export const startVerb: Verb = {
  name: "start",
  summary: "put a run on the queue and print its id; the same --id is the same run",
  options,
  runs: true,
  act: async (argv, { definition }) => {
    const { line, own } = readStart(definition, argv);
    const { inputs, only, request } = line;
    // Nothing is put on the queue that would fail for its inputs; those of a request are in its path and body.
    if (request === undefined) prepareInputs(definition, inputs, {});
    const delay = milliseconds("--delay", own.delay);
    const priority = wholeNumber("--priority", own.priority);
    return withClient(definition, async (client) => {
      const id = await enqueue(client, definition, { id: own.id, given: { inputs, only, request }, delay, priority });
      return own.wait ? printResult(client, id, line) : print(id);
    });
  },
};

/** A run that is to be put on the queue. */
interface QueuedRun {
  readonly id: string | undefined;
  readonly given: Given;
  /** Milliseconds. */
  readonly delay?: number | undefined;
  /** From 1, the first, on; those without one come before all others. */
  readonly priority?: number | undefined;
}

/** Puts a run on the queue; gives its id. */
export async function enqueue(
  client: DBOSClient,
  definition: WorkflowDefinition,
  { id = crypto.randomUUID(), given, delay, priority }: QueuedRun,
): Promise<string> {
  const kept = givenToKeep(definition, given);
  const { workflowID } = await client.enqueue(
    {
      queueName: queueOf(definition),
      workflowName: definition.name,
      workflowID: id,
      // Without one, whatever was deployed last would run it.
      appVersion: versionOf(definition),
      ...(priority !== undefined && { priority }),
      ...(delay !== undefined && delay > 0 && { delaySeconds: delay / 1_000 }),
    },
    null,
    kept,
  );
  return workflowID;
}

/** The command line of a run, and the options that `start` has beside it. */
function readStart(definition: WorkflowDefinition, argv: readonly string[]): { line: CommandLine; own: StartOptions } {
  let own: StartOptions = {};
  const store = {
    flags: options,
    keepOptions: (values: object) => {
      own = values;
      return undefined;
    },
  };
  const line = readCommandLine(definition, argv, { store });
  if (own.id === "") throw usage("--id takes a name, not an empty text");
  if (line.file !== undefined) throw usage("--file is of this machine alone: a run in a database takes inputs");
  if (line.events.kind !== "none") throw usage("start runs nothing itself: --events goes with run and worker");
  return { line, own };
}
