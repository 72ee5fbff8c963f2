import type { Clock } from "../run/effects.ts";
import { FlowError } from "../run/errors.ts";
import { sleep } from "../run/timer.ts";
import { repeatable } from "./exchange.ts";
import type { HttpAnswer } from "./message.ts";

/** When and how often a request is sent again. */
export interface RetrySettings {
  /** All attempts together, 3 by default. */
  readonly maxAttempts?: number;
  /** Before the second attempt, 500 ms by default; doubled from attempt to attempt. */
  readonly backoffMs?: number;
  /** 30 s by default; also for what Retry-After asks. */
  readonly maxBackoffMs?: number;
  /** Status codes, and `connection` for broken connections. Writing it out allows POST and PATCH to be sent twice. */
  readonly retryOn?: readonly (number | string)[];
}

const defaults = { maxAttempts: 3, backoffMs: 500, maxBackoffMs: 30_000 };
const transient: readonly (number | string)[] = [429, 502, 503, 504, "connection"];

/** Calls `send` until its answer is no longer one of those to retry, or the attempts are used up. */
export async function retrying(
  send: () => Promise<HttpAnswer>,
  method: string,
  settings: RetrySettings,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock?: Clock | undefined },
): Promise<HttpAnswer> {
  const { maxAttempts, backoffMs, maxBackoffMs } = { ...defaults, ...settings };
  let backoff = backoffMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().catch(toFailure);
    const failed = outcome instanceof FlowError;
    if (attempt >= maxAttempts || !isWorthAnother(outcome, method, settings)) {
      if (failed) throw outcome;
      return outcome;
    }
    const asked = failed ? undefined : retryAfterMs(outcome.headers["retry-after"], clock?.now() ?? Date.now());
    await sleep(Math.min(asked ?? backoff, maxBackoffMs), signal, clock);
    backoff *= 2;
  }
}

/** Whether the failure may pass, and the request may be sent twice. */
function isWorthAnother(outcome: HttpAnswer | FlowError, method: string, { retryOn }: RetrySettings): boolean {
  const codes = retryOn ?? transient;
  const twiceIsFine = repeatable.has(method) || retryOn !== undefined;
  if (!(outcome instanceof FlowError)) return twiceIsFine && codes.includes(outcome.statusCode);
  return "unsent" in outcome && codes.includes("connection") && (twiceIsFine || outcome.unsent === true);
}

/** Failures are looked at; all else is a bug and goes on. */
function toFailure(error: unknown): FlowError {
  if (error instanceof FlowError) return error;
  throw error;
}

/** Milliseconds that a Retry-After header asks for: seconds, or a date as HTTP writes it. Undefined: it cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Without a weekday's letters Date.parse would take "-5" for a date.
  const date = /^[A-Z][a-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
