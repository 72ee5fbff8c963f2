import { field, mapField } from "../../2-parse/fields.ts";
import { findExecutor } from "../../executors/list.ts";
import type { WorkflowSyntax } from "../../syntax.ts";
import type { Rule } from "./rule.ts";

/** An executor that may run for ever: it has no timeout, and neither has the workflow (service.md, "Limits"). */
export const missingTimeout: Rule = ({ workflow, report }) => {
  if (workflow.broken || hasDeadline(workflow)) return;
  for (const resource of workflow.resources) {
    const [executor] = resource.executors;
    const fields = executor && findExecutor(executor.key)?.fields;
    if (executor === undefined || fields?.["timeout"] === undefined) continue;
    // One that stands a level too high has been reported as unknown.
    const isMisplaced = field(resource.node, "timeout") ?? field(mapField(resource.node, "run"), "timeout");
    if (resource.broken || executor.fields.has("timeout") || isMisplaced !== undefined) continue;
    const message = `"${resource.id}" runs ${executor.key} without a timeout: where it hangs, the workflow hangs`;
    report("missing-timeout", executor.keySpan, message, {
      help: `add "timeout: 30s" under ${executor.key}, or "timeout" under settings for the whole run`,
    });
  }
};

/** The whole run has a deadline, or each request of a server workflow. One that cannot be read is told by itself. */
function hasDeadline({ server, documents: [document] }: WorkflowSyntax): boolean {
  const settings = mapField(document, "settings");
  const ofRequests = server && field(mapField(settings, "apiServer"), "requestTimeout") !== undefined;
  return ofRequests || field(settings, "timeout") !== undefined;
}
