import { DBOSClient, type WorkflowStatus } from "@dbos-inc/dbos-sdk";
import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import { databaseUrl, reach } from "./database-url.ts";
import { failureFrom } from "./failure.ts";
import { noLogger, serializer } from "./serializer.ts";

/** Hands `use` a connection to the runs of this workflow, which is closed behind it. Rejects with a FlowError. */
export async function withClient<Result>(
  { name }: Pick<WorkflowDefinition, "name">,
  use: (client: DBOSClient) => Promise<Result>,
): Promise<Result> {
  const url = databaseUrl();
  await reach(url).catch((thrown: unknown) => {
    throw failureFrom(thrown);
  });
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    applicationName: name,
    serializer,
    logger: noLogger,
  });
  try {
    return await use(client);
  } catch (thrown) {
    throw failureFrom(thrown);
  } finally {
    await client.destroy();
  }
}

/** A run of this workflow, by its id. Throws InvalidInput where there is none. */
export async function runOf(client: DBOSClient, id: string): Promise<WorkflowStatus> {
  const { applicationName } = client;
  const [run] = await client.listWorkflows({
    workflowIDs: [id],
    ...(applicationName !== undefined && { applicationName, workflowName: applicationName }),
  });
  if (run === undefined)
    throw new InvalidInput("preflight", `there is no run "${id}" of this workflow; list shows those there are`);
  return run;
}
