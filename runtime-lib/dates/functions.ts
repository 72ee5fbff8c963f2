import { type DateOperators, useDates } from "../functions/operators.ts";
import { wallTime } from "../run/effects.ts";
import type { Run } from "../run/state.ts";
import { expressionError, typeOf } from "../run/values.ts";
import { type FlowDate, fromEpoch } from "./date.ts";
import { type FlowDuration, parseDuration } from "./duration.ts";
import { layouts } from "./layout.ts";
import { arithmetic, compareDates, equalDates } from "./operators.ts";
import { NoDate, parseDate, type Zones } from "./parse.ts";
import { FlowZone, loadZone, localZone, utc } from "./zone.ts";

const operators: DateOperators = { arithmetic, compare: compareDates, equal: equalDates };

/** Lets operators know of dates, where there is one that no function of these has made. */
export function readyDates(): void {
  useDates(operators);
}

/** `now()` and `now(zone)`: this instant of the run, to the millisecond. Throws tool_runtime for another argument. */
export function now({ run }: { readonly run: Pick<Run, "effects"> }, zone?: unknown): FlowDate {
  useDates(operators);
  if (zone !== undefined && !(zone instanceof FlowZone))
    throw expressionError(`now takes a time zone, got ${typeOf(zone)}`);
  // A clock of the run's own ignores this machine's zone.
  const usual = run.effects?.clock === undefined ? localZone : () => utc;
  return fromEpoch(BigInt(wallTime(run)) * 1_000_000n, zone ?? usual());
}

/**
 * `date(text)`, `date(text, layout)`, `date(text, layout, "Europe/Berlin")`, and the first two with a `timezone()` in
 * front. Without a layout it tries those of the reference, in its order. A text without a zone is in the zone given,
 * else in UTC. Throws tool_runtime for a text that fits no layout and for an unknown zone.
 */
export function date(...given: readonly unknown[]): FlowDate {
  useDates(operators);
  const [zone, ...rest] = given[0] instanceof FlowZone ? given : [undefined, ...given];
  const [text, layout, name] = rest.map(string);
  if (text === undefined) throw expressionError("date needs a text");
  if (layout === undefined) return fromKnownLayouts(text, zonesOf(zone));
  return fromLayout(text, layout, zonesOf(name === undefined ? zone : loadZone(name)));
}

/** `duration("1h30m")`. Throws tool_runtime for other texts. */
export function duration(text: unknown): FlowDuration {
  useDates(operators);
  return parseDuration(string(text));
}

/** `timezone("Europe/Berlin")`. Throws tool_runtime for an unknown name. */
export function timezone(name: unknown): FlowZone {
  useDates(operators);
  return loadZone(string(name));
}

function fromKnownLayouts(text: string, zones: Zones): FlowDate {
  const { DateOnly, TimeOnly, DateTime, RFC3339, RFC822, RFC850, RFC1123 } = layouts;
  for (const layout of [DateOnly, TimeOnly, DateTime, RFC3339, RFC822, RFC850, RFC1123]) {
    try {
      return parseDate(text, layout, zones);
    } catch (thrown) {
      if (!(thrown instanceof NoDate)) throw thrown;
    }
  }
  throw expressionError(`${JSON.stringify(text)} is not a date such as "2024-12-31" or "2024-12-31T15:04:05Z"`);
}

function fromLayout(text: string, layout: string, zones: Zones): FlowDate {
  try {
    return parseDate(text, layout, zones);
  } catch (thrown) {
    if (!(thrown instanceof NoDate)) throw thrown;
    throw expressionError(
      `${JSON.stringify(text)} does not fit the layout ${JSON.stringify(layout)}: ${thrown.message}`,
    );
  }
}

function zonesOf(zone: unknown): Zones {
  return zone instanceof FlowZone ? { unnamed: zone, local: zone } : { unnamed: utc, local: localZone() };
}

function string(value: unknown): string {
  if (typeof value === "string") return value;
  throw expressionError(`expected a string, got ${typeOf(value)}`);
}
