import { print } from "../command/terminal.ts";
import { fromOnwards } from "../store/taken.ts";
import { runOf, withClient } from "./client.ts";
import { givenFrom, type RunArguments } from "./given.ts";
import { printResult } from "./result-verb.ts";
import { enqueue } from "./start-verb.ts";
import { readVerb, usage, type Verb } from "./verb.ts";

const options = {
  from: { value: "ID", description: "the resource from which on everything runs; the rest is taken from RUN" },
  id: { value: "ID", description: "name the new run" },
  wait: { description: "wait for its end, and print its result" },
} as const;

/** `fork`: a new run with the inputs of another, and with what that has done that does not depend on a resource. */
export const forkVerb: Verb = {
  name: "fork",
  summary: "start a new run that takes over what RUN has done that does not depend on --from ID",
  argument: "RUN",
  options,
  act: async (argv, { definition }) => {
    const { values, argument: of } = readVerb({ name: "fork", argument: "RUN", options }, argv);
    const { from, id, wait } = values;
    if (from === undefined) throw usage("fork needs --from ID, the resource from which on everything runs");
    fromOnwards(definition, from);
    return withClient(definition, async (client) => {
      const run = await runOf(client, of);
      if (id !== undefined && (await client.getWorkflow(id)) !== undefined)
        throw usage(`there is a run "${id}" already`);
      const [, kept] = run.input as unknown as RunArguments;
      const given = { ...givenFrom(kept), from: { id: from, of } };
      const forked = await enqueue(client, definition, { id, given });
      return wait ? printResult(client, forked, { output: "text" }) : print(forked);
    });
  },
};
