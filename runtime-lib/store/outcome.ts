import { type FailureDetails, FlowError } from "../run/errors.ts";
import type { ItemCounts, TokenUsage } from "../run/events.ts";
import type { Ended } from "../run/journal.ts";
import type { ApiResponse } from "../run/state.ts";
import type { Step } from "../run/step.ts";

/** How a place of a run ended, as data: all that another process needs to go on as if it had run there. */
export interface Outcome {
  readonly result?: unknown;
  /** What it stored by `set`. */
  readonly names?: Readonly<Record<string, unknown>>;
  readonly response?: ApiResponse;
  /** Why it was skipped. */
  readonly skipped?: string;
  /** It failed for good. */
  readonly failure?: KeptFailure;
  /** It failed, and others went on: what was reported. */
  readonly recovered?: KeptFailure;
  readonly usage?: TokenUsage;
  readonly items?: ItemCounts;
}

/** A failure without its causes. */
export interface KeptFailure {
  readonly failureClass: FlowError["failureClass"];
  readonly message: string;
  readonly details: Omit<FailureDetails, "cause">;
}

/** The end of a step's place as data. */
export function outcomeOf(step: Step, { failure, recovered, result }: Ended): Outcome {
  const { item, skipped, usage, items, id, run } = step;
  const names = { ...step.names };
  const response = item === undefined ? run.responses.get(id) : undefined;
  const own = item === undefined ? resultsOf(step)[id] : result;
  const reported = recovered ?? step.itemFailure;
  return {
    ...(failure === undefined && { result: own ?? null }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(response !== undefined && { response }),
    ...(skipped !== undefined && { skipped }),
    ...(failure !== undefined && { failure: keptFailure(failure) }),
    ...(reported !== undefined && { recovered: keptFailure(reported) }),
    ...(usage !== undefined && { usage }),
    ...(items !== undefined && { items }),
  };
}

/** Puts an end that was recorded back into the run of this step. */
export function restore(step: Step, outcome: Outcome): Ended {
  const { names = {}, response, skipped, usage, items, failure, recovered, result } = outcome;
  Object.assign(Object.getPrototypeOf(step.names), names);
  if (response !== undefined) step.run.responses.set(step.id, response);
  step.isRecorded = true;
  step.skipped = skipped;
  step.usage = usage;
  step.items = items;
  if (step.item === undefined && failure === undefined) resultsOf(step)[step.id] = result ?? null;
  return {
    result,
    ...(failure !== undefined && { failure: failureFrom(failure) }),
    ...(recovered !== undefined && { recovered: failureFrom(recovered) }),
  };
}

/** A failure as data. */
export function keptFailure({ failureClass, message, details: { cause: _cause, ...details } }: FlowError): KeptFailure {
  return { failureClass, message, details };
}

function failureFrom({ failureClass, message, details }: KeptFailure): FlowError {
  return new FlowError(failureClass, message, details);
}

function resultsOf({ results }: Step): Record<string, unknown> {
  return results as Record<string, unknown>;
}
