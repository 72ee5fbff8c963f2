import type { KeptStart, ServedStart } from "../command/run-store.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { servedStart } from "./served-start.ts";

/** The same tool, which has its calls recorded where the command line or `settings.history` asks for that. */
export function recordable<Tool extends object>(tool: Tool, { history }: Pick<WorkflowDefinition, "history">): Tool {
  const record = (how: KeptStart): ServedStart | undefined => (how.keep || history ? servedStart(how) : undefined);
  return Object.defineProperty(tool, "record", { value: record });
}
