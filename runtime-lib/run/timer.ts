import type { Clock } from "./effects.ts";
import type { StepContext } from "./step-context.ts";

/** The longest time that setTimeout takes; beyond it, it fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A timer of any length, on the clock where one is given; returns the function that cancels it. Undefined: never. */
export function startTimer(milliseconds: number | undefined, expire: () => void, clock?: Clock): () => void {
  if (milliseconds === undefined) return () => {};
  if (clock !== undefined) return clock.start(milliseconds, expire);
  let timer: NodeJS.Timeout;
  const arm = (left: number) => {
    const next = left > LONGEST_TIMER_MS ? () => arm(left - LONGEST_TIMER_MS) : expire;
    timer = setTimeout(next, Math.min(left, LONGEST_TIMER_MS));
  };
  arm(milliseconds);
  return () => clearTimeout(timer);
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal, clock?: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = startTimer(
      milliseconds,
      () => {
        signal.removeEventListener("abort", abort);
        resolve();
      },
      clock,
    );
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/** Milliseconds as a duration of the documents: `30s`, `1m30s`, `1.5s`, `250ms`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds}ms`;
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor((milliseconds % 3_600_000) / 60_000);
  const seconds = (milliseconds % 60_000) / 1_000;
  const parts = [hours > 0 ? `${hours}h` : "", minutes > 0 ? `${minutes}m` : "", seconds > 0 ? `${seconds}s` : ""];
  return parts.join("");
}

/** A signal that also ends when the time is up. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Lets go of the timer. */
  end(): void;
}

/** Aborts with what `makeReason` gives after that time, and with `signal`'s own reason as soon as that is aborted. */
export function limitTime(
  { signal, effects }: Pick<StepContext, "signal" | "effects">,
  milliseconds: number | undefined,
  makeReason: () => unknown,
): TimeLimit {
  if (milliseconds === undefined) return { signal, end: () => {} };
  const controller = new AbortController();
  const end = startTimer(milliseconds, () => controller.abort(makeReason()), effects?.clock);
  return { signal: AbortSignal.any([signal, controller.signal]), end };
}
