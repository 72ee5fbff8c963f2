import { toFlowError } from "./errors.ts";
import type { Ended } from "./journal.ts";
import type { Step } from "./step.ts";

/**
 * Records how the place of a step with a journal ended, then lets others see what it has stored. Where that fails, the
 * place has failed. What a cancellation has cut short has no end. A promise where it has to be waited for.
 */
export function keep(step: Step, ended: Ended, startedAt: number): Ended | Promise<Ended> {
  const { journal, run } = step;
  const isCutShort = run.cancellation.aborted && (ended.failure ?? ended.recovered) !== undefined;
  try {
    const kept = isCutShort ? undefined : journal?.record(step, ended, startedAt);
    return kept === undefined ? shown(step, ended) : kept.then(() => shown(step, ended), notKept);
  } catch (thrown) {
    return notKept(thrown);
  }
}

function shown({ names }: Step, ended: Ended): Ended {
  Object.assign(Object.getPrototypeOf(names), names);
  return ended;
}

function notKept(thrown: unknown): Ended {
  return { failure: toFlowError(thrown) };
}
