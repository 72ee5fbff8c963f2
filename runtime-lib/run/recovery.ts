import { failureOf } from "./definition.ts";
import type { FlowError } from "./errors.ts";
import type { Step } from "./step.ts";
import { sleep } from "./timer.ts";

/** What became of a failure: the value that stands in for the result, or the failure that it remains. */
export type Recovery =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly error: FlowError };

/** What `onError` makes of a failure after the last attempt: others go on with the fallback or nil, or it remains. */
export function recoveryOf(step: Step, error: FlowError): Recovery {
  const { definition, run, id, attempt } = step;
  const policy = definition.onError;
  try {
    if (policy === undefined || run.cancellation.aborted || !applies(step, error)) return { kind: "failure", error };
    const seen = failureOf(error, id, attempt);
    policy.run?.(step, seen, ...itemOf(step));
    const recovers = policy.action === "continue" || (policy.action === "retry" && policy.fallback !== undefined);
    if (!recovers) return { kind: "failure", error };
    return { kind: "value", value: policy.fallback?.(step, seen, ...itemOf(step)) ?? null };
  } catch (thrown) {
    return { kind: "failure", error: step.failure(thrown) };
  }
}

/** Runs the executor, and again as `onError` says while the failure is transient (spec section 4). */
export async function retry<Result>(step: Step, execute: () => Promise<Result>): Promise<Result> {
  const { definition, run } = step;
  const policy = definition.onError;
  const retries = policy?.maxRetries ?? 0;
  for (let delay = policy?.retryDelayMs ?? 0; ; delay *= policy?.backoff ?? 1) {
    const failedAt = step.journal?.failedAt(step);
    if (failedAt !== undefined) {
      await sleep(Math.max(0, failedAt + delay - Date.now()), step.signal);
      step.attempt += 1;
      continue;
    }
    try {
      return await execute();
    } catch (thrown) {
      const error = step.failure(thrown);
      const transient = transientClasses.has(error.failureClass) && !run.cancellation.aborted;
      if (!transient || step.attempt > retries || !applies(step, error)) throw error;
      await step.journal?.recordAttempt(step, error);
      run.emit?.("resource.retrying", {
        actionId: step.id,
        resourceType: definition.type,
        message: step.reported(error).message,
        failureClass: error.failureClass,
        attempt: step.attempt,
        ...(step.item && { item: step.item.index }),
      });
      await sleep(delay, step.signal, run.effects?.clock);
      step.attempt += 1;
    }
  }
}

/** Failures that another attempt may get past. */
const transientClasses = /* @__PURE__ */ new Set(["timeout", "provider", "infra", "tool_runtime"]);

/** True where `onError.when` lets the action apply to this failure. */
function applies(step: Step, error: FlowError): boolean {
  const { when } = step.definition.onError ?? {};
  return when === undefined || when(step, failureOf(error, step.id, step.attempt), ...itemOf(step));
}

function itemOf({ item }: Step): readonly [item: unknown, index: number] {
  return [item?.value ?? null, item?.index ?? 0];
}
