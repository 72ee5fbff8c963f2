import type { KeepOptions } from "../command/keep-options.ts";
import { main } from "../command/main.ts";
import type { RunStore } from "../command/run-store.ts";
import type { execute } from "../run/run.ts";
import { databaseUrl } from "./database-url.ts";
import { Engine } from "./engine.ts";
import { usage, type Verb } from "./verb.ts";

const options = {
  id: { value: "ID", description: "name the run; one that is there already goes on, or gives its result" },
};

/** `run`: one run, here and now, which another process goes on with where this one is gone. */
export const runVerb: Verb = {
  name: "run",
  summary: "run the workflow here and now; --id goes on with a run that is there",
  options,
  runs: true,
  act: (argv, { definition, describe, parts: { server }, ...host }) => {
    const store = durableRuns(server?.answer);
    return main(definition, argv, { describe, server: undefined, store, scheduler: undefined, ...host });
  },
};

/** Keeps the run of a command in the database; `answer` runs a server workflow. */
const durableRuns = (answer?: typeof execute): RunStore => ({
  flags: options,
  keepOptions: (values) => {
    const { id, file } = values as { readonly id?: string; readonly file?: string };
    if (id === "") throw usage("--id takes a name, not an empty text");
    if (file !== undefined) throw usage("--file is of this machine alone: a run in a database takes inputs");
    return { ...kept, run: id };
  },
  keptStart: (start, { keep, say }) => startedHere(answer ?? start, keep?.run ?? crypto.randomUUID(), say),
  servedStart: () => undefined,
  recordable: (tool) => tool,
});

/** What every run of a durable bundle says of being kept. */
export const kept: KeepOptions = { journal: true, record: false, path: undefined, run: undefined, from: undefined };

function startedHere(start: typeof execute, id: string, say: (text: string) => void): typeof execute {
  return async (definition, options = {}) => {
    const { inputs = {}, only, request } = options;
    const engine = await Engine.start(definition, { url: databaseUrl(), taking: undefined, start, options: {}, say });
    try {
      return await engine.runHere(id, { inputs, only, request }, options);
    } finally {
      await engine.stop(0);
    }
  };
}
