import { expressionError, Named } from "../run/values.ts";

const billion = 1_000_000_000n;

/** Nanoseconds of the units that a duration's text may have; both letters for micro. */
const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  "\u00b5s": 1_000n,
  "\u03bcs": 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const limit = 9_223_372_036_854_775_807n;

const names = { message: "duration", go: "time.Duration" };

/** A span of time, exact to the nanosecond and up to 292 years long, as in Go. */
export class FlowDuration extends Named {
  readonly #nanoseconds: bigint;

  /** What is longer than Go's int64 holds becomes the longest there is. */
  constructor(nanoseconds: bigint) {
    super(names);
    this.#nanoseconds = nanoseconds > limit ? limit : nanoseconds < -limit - 1n ? -limit - 1n : nanoseconds;
  }

  /** Its nanoseconds. */
  get length(): bigint {
    return this.#nanoseconds;
  }

  /** The duration in a unit such as `h`, with a fraction. */
  in(unit: "h" | "m" | "s"): number {
    const size = units[unit] ?? 1n;
    return Number(this.#nanoseconds / size) + Number(this.#nanoseconds % size) / Number(size);
  }

  /** The nearest multiple of another duration, half way away from zero; itself for one that is not positive. */
  round({ length: step }: FlowDuration): FlowDuration {
    if (step <= 0n) return this;
    const rest = this.#nanoseconds % step;
    const size = rest < 0n ? -rest : rest;
    const down = this.#nanoseconds - rest;
    if (size + size < step) return new FlowDuration(down);
    return new FlowDuration(rest < 0n ? down - step : down + step);
  }

  /** The multiple of another duration below, towards zero; itself for one that is not positive. */
  truncate({ length: step }: FlowDuration): FlowDuration {
    return step <= 0n ? this : new FlowDuration(this.#nanoseconds - (this.#nanoseconds % step));
  }

  abs(): FlowDuration {
    return this.#nanoseconds < 0n ? new FlowDuration(-this.#nanoseconds) : this;
  }

  /** As Go writes it: `1h30m0s`, `1.5s`, `250ms`, `0s`. */
  override toString(): string {
    const sign = this.#nanoseconds < 0n ? "-" : "";
    const size = this.#nanoseconds < 0n ? -this.#nanoseconds : this.#nanoseconds;
    if (size === 0n) return "0s";
    if (size < 1_000n) return `${sign}${size}ns`;
    if (size < 1_000_000n) return `${sign}${decimal(size, 1_000n)}\u00b5s`;
    if (size < billion) return `${sign}${decimal(size, 1_000_000n)}ms`;
    const minutes = size / (60n * billion);
    const seconds = `${decimal(size % (60n * billion), billion)}s`;
    if (minutes === 0n) return sign + seconds;
    return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
  }

  /** Its nanoseconds; beyond 2^53 the nearest number. */
  toJSON(): number {
    return Number(this.#nanoseconds);
  }
}

/** A duration such as `1h30m`, `-1.5s`, `250ms` or `0`. Throws tool_runtime for any other text. */
export function parseDuration(text: string): FlowDuration {
  const shape = /^([+-]?)((?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+|0)$/.exec(text);
  if (!shape) throw expressionError(`${JSON.stringify(text)} is not a duration such as "1h30m" or "250ms"`);
  let sum = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of (shape[2] ?? "").matchAll(/([0-9]*)\.?([0-9]*)([^0-9.]+)/g)) {
    const size = units[unit] ?? 0n;
    sum += BigInt(whole || "0") * size + (BigInt(fraction || "0") * size) / 10n ** BigInt(fraction.length);
  }
  if (sum > (shape[1] === "-" ? limit + 1n : limit))
    throw expressionError(`${JSON.stringify(text)} is longer than a duration can be (292 years)`);
  return new FlowDuration(shape[1] === "-" ? -sum : sum);
}

function decimal(size: bigint, unit: bigint): string {
  const digits = String(unit).length - 1;
  const fraction = String(size % unit)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(size / unit) : `${size / unit}.${fraction}`;
}
