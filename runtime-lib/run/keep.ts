import { toFlowError } from "./errors.ts";
import type { Ended } from "./journal.ts";
import type { Step } from "./step.ts";

/**
 * Records how the place of a step with a journal ended, then lets others see what it has stored. Where that fails, the
 * place has failed. What a cancellation has cut short has no end.
 */
export async function keep(step: Step, ended: Ended, startedAt: number): Promise<Ended> {
  const { journal, run, names } = step;
  const isCutShort = run.cancellation.aborted && (ended.failure ?? ended.recovered) !== undefined;
  try {
    if (!isCutShort) await journal?.record(step, ended, startedAt);
  } catch (thrown) {
    return { failure: toFlowError(thrown) };
  }
  Object.assign(Object.getPrototypeOf(names), names);
  return ended;
}
