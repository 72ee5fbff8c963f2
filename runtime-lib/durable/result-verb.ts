import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { CommandLine } from "../command/options.ts";
import { print } from "../command/terminal.ts";
import { runOf, withClient } from "./client.ts";
import { resultFrom } from "./result-from.ts";
import type { KeptResult } from "./run-recorded.ts";
import { readVerb, type Verb } from "./verb.ts";

const options = {
  output: {
    values: ["text", "json"],
    default: "text",
    description: "how to print it: text as it is and all else JSON, or always JSON",
  },
} as const;

/** Milliseconds between two looks at a run that is waited for. */
const pollMs = 100;

/** `result`: waits for the end of a run, and ends as it did. */
export const resultVerb: Verb = {
  name: "result",
  summary: "wait for the end of a run, print its result and end with its exit code",
  argument: "RUN",
  options,
  act: async (argv, { definition }) => {
    const { values, argument: id } = readVerb({ name: "result", argument: "RUN", options }, argv);
    const output = values.output;
    return withClient(definition, async (client) => {
      await runOf(client, id);
      return printResult(client, id, { output });
    });
  },
};

/** Waits for the end of a run and prints its result. Rejects with the failure of the run. */
export async function printResult(
  client: DBOSClient,
  id: string,
  { output }: Pick<CommandLine, "output">,
): Promise<number> {
  const kept = await client.retrieveWorkflow<KeptResult>(id).getResult({ pollingIntervalMs: pollMs });
  const { value } = resultFrom(kept);
  return print(output === "text" && typeof value === "string" ? value : JSON.stringify(value ?? null));
}
