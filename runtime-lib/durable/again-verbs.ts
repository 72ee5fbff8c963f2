import { print } from "../command/terminal.ts";
import { runOf, withClient } from "./client.ts";
import { queueOf, versionOf } from "./names.ts";
import { type DurableStatus, statusOf } from "./status.ts";
import { readVerb, usage, type Verb } from "./verb.ts";

/** More than any step of a run: what it has recorded stays. */
const beyondAllSteps = 2 ** 31 - 1;

/** `cancel`: ends a run, and its commands, wherever it runs. */
export const cancelVerb: Verb = {
  name: "cancel",
  summary: "end a run and its commands, wherever it runs",
  argument: "RUN",
  options: {},
  act: async (argv, { definition }) => {
    const { argument: id } = readVerb({ name: "cancel", argument: "RUN", options: {} }, argv);
    return withClient(definition, async (client) => {
      const status = statusOf((await runOf(client, id)).status);
      if (!["delayed", "queued", "running"].includes(status)) throw usage(`the run "${id}" has ended: it is ${status}`);
      await client.cancelWorkflow(id, { cancelChildren: true });
      return print(`cancelled ${id}`);
    });
  },
};

/** `resume`: goes on with a run that was cancelled, or set aside. */
export const resumeVerb = againVerb({
  name: "resume",
  summary: "go on with a run that was cancelled or is dead",
  of: ["cancelled", "dead"],
});

/** `retry`: goes on with a run that failed; what failed runs again. */
export const retryVerb = againVerb({
  name: "retry",
  summary: "go on with a run that failed: what failed runs again, what is done is not",
  of: ["failed"],
});

function againVerb({ name, summary, of }: AgainVerb): Verb {
  return {
    ...{ name, summary, argument: "RUN", options: {} },
    act: async (argv, { definition }) => {
      const { argument: id } = readVerb({ name, argument: "RUN", options: {} }, argv);
      return withClient(definition, async (client) => {
        const status = statusOf((await runOf(client, id)).status);
        if (!of.includes(status)) throw usage(`${name} takes a run that is ${of.join(" or ")}; "${id}" is ${status}`);
        // The failures that are recorded are forgotten when it goes on.
        await client.rewindWorkflow(id, {
          startStep: beyondAllSteps,
          queueName: queueOf(definition),
          applicationVersion: versionOf(definition),
        });
        return print(id);
      });
    },
  };
}

interface AgainVerb {
  readonly name: string;
  readonly summary: string;
  readonly of: readonly DurableStatus[];
}
