import type { OnErrorSyntax } from "../../nouns/resource-syntax.ts";
import type { Rule } from "./rule.ts";

/** Settings of `onError` that its action never looks at: their author expects something else to happen. */
export const idleSetting: Rule = ({ workflow, report }) => {
  for (const { onError, broken } of workflow.resources) {
    const idle = onError === undefined || broken ? [] : idleSettings(onError);
    if (onError === undefined || idle.length === 0) continue;
    const does = idle.length === 1 ? "does" : "do";
    const message = `${idle.join(", ")} ${does} nothing when the action is "${onError.action}"`;
    const retry = idle.some((name) => name !== "fallback");
    const help = retry ? 'write "action: retry"' : 'write "action: continue", or "action: retry"';
    report("unused-setting", onError.span, message, { help });
  }
};

function idleSettings({ action, maxRetries, retryDelayMs: retryDelay, backoff, fallback }: OnErrorSyntax) {
  const ofRetry = action === "retry" ? {} : { maxRetries, retryDelay, backoff };
  const ofRecovery = action === "fail" ? { fallback } : {};
  const settings = Object.entries({ ...ofRetry, ...ofRecovery });
  return settings.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
