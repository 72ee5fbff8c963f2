import { columns } from "../command/columns.ts";
import { print } from "../command/terminal.ts";
import { withClient } from "./client.ts";
import { type ShownRun, shownRun } from "./shown-run.ts";
import { type DurableStatus, dbosStatus, durableStatuses } from "./status.ts";
import { readVerb, usage, type Verb, wholeNumber } from "./verb.ts";

const options = {
  status: { value: "STATUS", description: `only those: ${durableStatuses.join(", ")}` },
  limit: { value: "NUMBER", default: "50", description: "so many at most, the newest first" },
  format: { values: ["text", "json"], default: "text", description: "how to print them" },
} as const;

/** `list`: the runs of the workflow, the newest first. */
export const listVerb: Verb = {
  name: "list",
  summary: "list the runs, the newest first",
  options,
  act: async (argv, { definition }) => {
    const { values } = readVerb({ name: "list", options }, argv);
    const status = statusGiven(values.status);
    const limit = wholeNumber("--limit", values.limit) ?? 0;
    return withClient(definition, async (client) => {
      const rows = await client.listWorkflows({
        applicationName: definition.name,
        workflowName: definition.name,
        ...(status !== undefined && { status: dbosStatus(status) as "PENDING" }),
        ...{ limit, sortDesc: true, loadInput: false, loadOutput: true },
      });
      const runs = rows.map(shownRun);
      return print(values.format === "json" ? JSON.stringify(runs, null, 2) : listText(runs));
    });
  },
};

function statusGiven(text: string | undefined): DurableStatus | undefined {
  if (text === undefined || durableStatuses.some((status) => status === text)) return text as DurableStatus | undefined;
  throw usage(`--status takes ${durableStatuses.join(", ")}, not "${text}"`);
}

function listText(runs: readonly ShownRun[]): string {
  if (runs.length === 0) return "no runs";
  return columns([
    ["RUN", "STATUS", "CREATED", "WORKER", ""],
    ...runs.map(({ id, status, createdAt, worker = "", message = "" }) => [id, status, createdAt, worker, message]),
  ]);
}
