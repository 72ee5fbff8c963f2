import { findExecutor } from "../../executors/list.ts";
import { isUnread } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** An executor that may run for ever: it has no timeout, and neither has the workflow (service.md, "Limits"). */
export const missingTimeout: Rule = ({ workflow, report }) => {
  if (workflow.hasDeadline || isUnread(workflow, "/settings/timeout", "/settings/apiServer")) return;
  const stray = [workflow, ...workflow.resources].flatMap(({ strayKeys }) => strayKeys);
  const strayTimeouts = new Set(stray.filter(({ value }) => /time.?out/i.test(value)).map(({ span }) => span.source));
  for (const resource of workflow.resources) {
    const [executor] = resource.executors;
    const fields = executor && findExecutor(executor.key)?.fields;
    if (executor === undefined || fields?.["timeout"] === undefined) continue;
    // One that stands in the wrong place has been reported as unknown.
    if (resource.broken || executor.fields.has("timeout") || strayTimeouts.has(executor.keySpan.source)) continue;
    const message = `"${resource.id}" runs ${executor.key} without a timeout: if it hangs, the workflow hangs`;
    report("missing-timeout", executor.keySpan, message, {
      help: `add "timeout: 30s" under ${executor.key}, or "timeout" under settings for the whole run`,
    });
  }
};
