import { main } from "../command/main.ts";
import { readCommandLine } from "../command/options.ts";
import type { RunStore } from "../command/run-store.ts";
import { writeAll } from "../command/write.ts";
import { checkMachine } from "../run/check-machine.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { execute } from "../run/run.ts";
import { databaseUrl } from "./database-url.ts";
import { Engine, type Taking } from "./engine.ts";
import { DurableRequests } from "./request-runs.ts";
import { kept } from "./run-verb.ts";
import { milliseconds, usage, type Verb, wholeNumber } from "./verb.ts";
import { takingOptions } from "./worker-verb.ts";

/** `serve`: answers requests by runs, and takes runs from the queue as a worker does, until a signal comes. */
export const serveVerb: Verb = {
  name: "serve",
  summary: "answer requests, each by a run, and take runs from the queue, until SIGTERM",
  options: takingOptions,
  runs: true,
  act: async (argv, { definition, parts: { server }, ...program }) => {
    const { taking, graceMs, isQuiet } = readServe(definition, argv);
    checkMachine(definition);
    const engine = await Engine.start(definition, {
      ...{ url: databaseUrl(), taking, start: server?.answer ?? execute },
      options: { folder: program.folder },
      say: (text) => void (isQuiet || writeAll(2, Buffer.from(`${text}\n`))),
    });
    const runs = new DurableRequests(definition, engine);
    const store: RunStore = {
      ...{ flags: takingOptions, keepOptions: () => kept, keptStart: (start) => start, recordable: (tool) => tool },
      servedStart: () => ({ start: execute, runs, close: async () => undefined }),
    };
    try {
      return await main(definition, argv, { ...program, server, store, scheduler: undefined });
    } finally {
      await engine.stop(graceMs);
    }
  },
};

/** Values of takingOptions. */
interface TakingValues {
  readonly concurrency?: string;
  readonly adopt?: boolean;
  readonly grace?: string;
  readonly attempts?: string;
}

/** What a server does as a worker. */
interface Serving {
  readonly taking: Taking;
  readonly graceMs: number;
  /** Nothing but events is on standard error. */
  readonly isQuiet: boolean;
}

function readServe(definition: WorkflowDefinition, argv: readonly string[]): Serving {
  let own: TakingValues = {};
  const keepOptions = (values: object) => {
    own = values;
    return undefined;
  };
  const { request, only, events } = readCommandLine(definition, argv, { store: { flags: takingOptions, keepOptions } });
  if (request !== undefined || only !== undefined)
    throw usage("serve takes its requests from clients: use run or start");
  const { concurrency, adopt, grace, attempts } = own;
  return {
    taking: {
      concurrency: wholeNumber("--concurrency", concurrency),
      attempts: wholeNumber("--attempts", attempts),
      adopts: adopt === true,
    },
    graceMs: milliseconds("--grace", grace) ?? 0,
    isQuiet: events.kind === "stderr",
  };
}
