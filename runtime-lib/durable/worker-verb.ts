import { loadEnvFiles } from "../command/env-files.ts";
import { Signals } from "../command/signals.ts";
import { exitCodes } from "../command/terminal.ts";
import { muteWarnings } from "../command/warnings.ts";
import { writeAll } from "../command/write.ts";
import { checkMachine } from "../run/check-machine.ts";
import { eventWriter } from "../run/events.ts";
import { execute } from "../run/run.ts";
import { databaseUrl } from "./database-url.ts";
import { Engine } from "./engine.ts";
import { milliseconds, readVerb, type Verb, type VerbContext, wholeNumber } from "./verb.ts";

/** How a process takes runs from the queue, and leaves them. */
export const takingOptions = {
  concurrency: { value: "NUMBER", description: "runs at a time, where the queue has no limit yet (default: 10)" },
  adopt: { description: "go on with runs of other versions of the workflow that have no worker any more" },
  grace: {
    value: "TIME",
    default: "0s",
    description: "at SIGTERM, wait so long for runs to end before they are handed over",
  },
  attempts: {
    value: "NUMBER",
    description: "so often a run may be interrupted before it is set aside as dead (default: 100)",
  },
} as const;

const options = {
  ...takingOptions,
  events: { description: "write lifecycle events as NDJSON to standard error" },
  "env-file": { value: "FILE", repeatable: true, description: "read environment variables that are not set from FILE" },
} as const;

/** `worker`: takes runs from the queue until a signal comes. */
export const workerVerb: Verb = {
  name: "worker",
  summary: "take runs from the queue, and over from workers that are gone, until SIGTERM",
  options,
  act: async (argv, context) => {
    const { values } = readVerb({ name: "worker", options }, argv);
    const unmute = values.events ? muteWarnings() : undefined;
    try {
      return await work(values, context);
    } finally {
      unmute?.();
    }
  },
};

type WorkerValues = ReturnType<typeof readVerb<typeof options>>["values"];

async function work(values: WorkerValues, { definition, folder, parts: { server } }: VerbContext): Promise<number> {
  loadEnvFiles(values["env-file"]);
  const concurrency = wholeNumber("--concurrency", values.concurrency);
  const attempts = wholeNumber("--attempts", values.attempts);
  const grace = milliseconds("--grace", values.grace) ?? 0;
  checkMachine(definition);
  const writer = values.events ? eventWriter(2) : undefined;
  const say = (text: string): void => void (writer === undefined && writeAll(2, Buffer.from(`${text}\n`)));
  const signals = new Signals();
  const engine = await Engine.start(definition, {
    url: databaseUrl(),
    taking: { concurrency, attempts, adopts: values.adopt },
    start: server?.answer ?? execute,
    options: { folder, ...(writer && { onEvent: writer.sink }) },
    say,
  });
  say(`${definition.name}: worker ${engine.worker.id} takes runs`);
  await signals.received;
  await engine.stop(grace);
  await writer?.flush();
  signals.end();
  return exitCodes.completed;
}
