import type { EffectCall, RunEffects } from "./effects.ts";
import { type FailureClass, type FailureDetails, FlowError } from "./errors.ts";
import type { StepContext } from "./step-context.ts";
import type { TraceContext } from "./trace.ts";

/**
 * Does something outside the run: through its effects where it has some, else at once. Where the run is traced it is a span,
 * and `perform` learns what to hand on of it.
 */
export function throughEffects<Answer>(
  step: StepContext,
  asked: Asked,
  perform: (context?: TraceContext) => Promise<Answer>,
): Promise<Answer> {
  const { effects, trace } = step;
  const act = trace === undefined ? () => perform() : () => trace.call({ step, ...asked }, perform);
  return effects === undefined ? act() : answered(effects, { step, asked, perform: act });
}

interface Asked {
  readonly kind: string;
  readonly request: object;
  /** Where it is not the step's. */
  readonly signal?: AbortSignal;
}

interface Call<Answer> {
  readonly step: StepContext;
  readonly asked: Asked;
  readonly perform: () => Promise<Answer>;
}

async function answered<Answer>(effects: RunEffects, { step, asked, perform }: Call<Answer>): Promise<Answer> {
  const { place = step.id, attempt = 1, item, signal } = step;
  const call = { place, attempt, item, signal, ...asked } as EffectCall;
  try {
    return (await effects.answer(call, perform)) as Answer;
  } catch (thrown) {
    throw ownFailure(thrown);
  }
}

/** A failure that effects make, as one of this bundle's, whose class they do not have. */
function ownFailure(thrown: unknown): unknown {
  const { failureClass, message = "", details } = (thrown ?? {}) as ForeignFailure;
  if (failureClass === undefined || thrown instanceof FlowError) return thrown;
  return Object.assign(new FlowError(failureClass, message, details), thrown);
}

interface ForeignFailure {
  readonly failureClass?: FailureClass;
  readonly message?: string;
  readonly details?: FailureDetails;
}
