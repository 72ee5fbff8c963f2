/** What setTimeout can wait: some 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A timer of any length, since setTimeout fires at once beyond 2^31 ms; returns the function that cancels it. */
export function startTimer(milliseconds: number | undefined, expire: () => void): () => void {
  if (milliseconds === undefined) return () => {};
  let timer: NodeJS.Timeout;
  const arm = (left: number) => {
    const next = left > LONGEST_TIMER_MS ? () => arm(left - LONGEST_TIMER_MS) : expire;
    timer = setTimeout(next, Math.min(left, LONGEST_TIMER_MS));
  };
  arm(milliseconds);
  return () => clearTimeout(timer);
}

/** A signal that also ends when the time is up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Lets go of the timer. */
  end(): void;
}

/** Aborts with what `makeReason` gives after that time, and with `signal`'s own reason as soon as that is aborted. */
export function limitTime(signal: AbortSignal, milliseconds: number | undefined, makeReason: () => unknown): TimeLimit {
  if (milliseconds === undefined) return { signal, end: () => {} };
  const controller = new AbortController();
  const end = startTimer(milliseconds, () => controller.abort(makeReason()));
  return { signal: AbortSignal.any([signal, controller.signal]), end };
}
