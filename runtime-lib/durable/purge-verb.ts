import { print } from "../command/terminal.ts";
import { withClient } from "./client.ts";
import { milliseconds, readVerb, usage, type Verb } from "./verb.ts";

const options = {
  older: { value: "TIME", description: "runs that ended so long ago, such as 30d" },
} as const;

/** So many runs are removed at once. */
const batch = 500;
const ended = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"] as const;

/** `purge`: removes runs that ended long ago, with all that is recorded of them. */
export const purgeVerb: Verb = {
  name: "purge",
  summary: "remove runs that ended long ago, with all that is recorded of them",
  options,
  act: async (argv, { definition }) => {
    const { values } = readVerb({ name: "purge", options }, argv);
    const age = milliseconds("--older", values.older);
    if (age === undefined) throw usage("purge needs --older TIME, such as --older 30d");
    const completedBefore = new Date(Date.now() - age).toISOString();
    return withClient(definition, async (client) => {
      let removed = 0;
      for (;;) {
        const runs = await client.listWorkflows({
          ...{ applicationName: definition.name, workflowName: definition.name, status: [...ended], completedBefore },
          ...{ limit: batch, loadInput: false, loadOutput: false },
        });
        if (runs.length === 0) return print(`removed ${removed} ${removed === 1 ? "run" : "runs"}`);
        await client.deleteWorkflows(
          runs.map(({ workflowID }) => workflowID),
          true,
        );
        removed += runs.length;
      }
    });
  },
};
