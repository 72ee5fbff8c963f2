import { expressionError, Named } from "../run/values.ts";
import { type Fields, fieldsOf, secondsOf } from "./calendar.ts";
import { FlowDuration } from "./duration.ts";
import { format, type Shown } from "./format.ts";
import { layouts } from "./layout.ts";
import type { FlowZone } from "./zone.ts";

const billion = 1_000_000_000n;
/** Seconds since 1970 of the first second of the year 1, Go's zero time. */
const zeroSeconds = -62_135_596_800;
/** Seconds since 1970 that JavaScript's calendar still knows, in the year 275760. */
const maxSeconds = 8_640_000_000_000;

const names = { message: "date", go: "time.Time" };

/**
 * An instant, exact to the nanosecond, and the zone in which it is shown. It has no fields of its own, which expressions
 * would read like those of a map.
 */
export class FlowDate extends Named {
  readonly #seconds: number;
  readonly #nanoseconds: number;
  readonly #zone: FlowZone;
  readonly #rule: { readonly offset: number; readonly abbreviation: string };
  readonly #fields: Fields;

  /** Throws tool_runtime for an instant that the calendar cannot show. */
  constructor(seconds: number, nanoseconds: number, zone: FlowZone) {
    super(names);
    if (!(Math.abs(seconds) < maxSeconds)) throw expressionError("the date is out of range");
    this.#seconds = seconds;
    this.#nanoseconds = nanoseconds;
    this.#zone = zone;
    this.#rule = zone.at(seconds);
    this.#fields = fieldsOf(seconds + this.#rule.offset);
  }

  /** Seconds since 1970, rounded down. */
  get epochSeconds(): number {
    return this.#seconds;
  }

  /** What a layout can show of it. */
  get shown(): Shown {
    const { offset, abbreviation } = this.#rule;
    return { fields: this.#fields, nanoseconds: this.#nanoseconds, offset, abbreviation };
  }

  get shownIn(): FlowZone {
    return this.#zone;
  }

  /** Nanoseconds since 1970. */
  get epoch(): bigint {
    return BigInt(this.#seconds) * billion + BigInt(this.#nanoseconds);
  }

  get isZero(): boolean {
    return this.#seconds === zeroSeconds && this.#nanoseconds === 0;
  }

  in(zone: FlowZone): FlowDate {
    return new FlowDate(this.#seconds, this.#nanoseconds, zone);
  }

  add({ length }: FlowDuration): FlowDate {
    return fromEpoch(this.epoch + length, this.#zone);
  }

  subtract(other: FlowDate): FlowDuration {
    return new FlowDuration(this.epoch - other.epoch);
  }

  /** The date so many years, months and days later at the same time of day; the 31st of a short month carries over. */
  addDate(years: number, months: number, days: number): FlowDate {
    const { year, month, day, hour, minute, second } = this.#fields;
    const shown = secondsOf([year + years, month + months, day + days, hour, minute, second]);
    return new FlowDate(this.#zone.instantOf(shown), this.#nanoseconds, this.#zone);
  }

  /** Rounded down to a multiple of the duration since the year 1; itself for one that is not positive. */
  truncate({ length: step }: FlowDuration): FlowDate {
    return step <= 0n ? this : fromEpoch(this.epoch - this.#rest(step), this.#zone);
  }

  /** Rounded to the nearest multiple of the duration since the year 1, half way up. */
  round({ length: step }: FlowDuration): FlowDate {
    if (step <= 0n) return this;
    const rest = this.#rest(step);
    return fromEpoch(this.epoch - rest + (rest + rest < step ? 0n : step), this.#zone);
  }

  #rest(step: bigint): bigint {
    const rest = (this.epoch - BigInt(zeroSeconds) * billion) % step;
    return rest < 0n ? rest + step : rest;
  }

  format(layout: string): string {
    return format(this.shown, layout);
  }

  /** As Go prints it: `2024-05-01 10:00:00 +0200 CEST`. */
  override toString(): string {
    return format(this.shown, "2006-01-02 15:04:05.999999999 -0700 MST");
  }

  /** RFC 3339 with as many digits of the second as needed. */
  toJSON(): string {
    return format(this.shown, layouts.RFC3339Nano);
  }
}

/** The date that many nanoseconds after 1970. */
export function fromEpoch(epoch: bigint, zone: FlowZone): FlowDate {
  const rest = ((epoch % billion) + billion) % billion;
  return new FlowDate(Number((epoch - rest) / billion), Number(rest), zone);
}
