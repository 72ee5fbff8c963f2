import { expressionError, Named } from "../run/values.ts";
import { secondsOf } from "./calendar.ts";

/** What a zone's clocks show at an instant: seconds ahead of UTC. */
interface Rule {
  readonly offset: number;
  /** Such as CEST; empty where there is none. */
  readonly abbreviation: string;
}

const names = { message: "timezone", go: "time.Location" };

/** A time zone: a name of the IANA database, `UTC`, `Local` (the machine's) or an offset read from a date. */
export class FlowZone extends Named {
  readonly #name: string;
  readonly #rule: (seconds: number) => Rule;

  constructor(name: string, rule: (seconds: number) => Rule) {
    super(names);
    this.#name = name;
    this.#rule = rule;
  }

  /** The rule at an instant, in seconds since 1970. */
  at(seconds: number): Rule {
    return this.#rule(seconds);
  }

  /**
   * The instant at which this zone's clocks show what UTC's clocks show at `shown`. Where they show it twice or never,
   * the choice is Go's (https://pkg.go.dev/time#Date).
   */
  instantOf(shown: number): number {
    const { offset } = this.at(shown);
    const instant = shown - offset;
    return this.at(instant).offset === offset ? instant : shown - this.at(instant).offset;
  }

  /** The offset that an abbreviation such as CEST stands for here, around an instant; undefined where it is unknown. */
  offsetOf(abbreviation: string, seconds: number): number | undefined {
    // Summer time can be five months away in either direction.
    return [0, -91, 91, -182, 182]
      .map((days) => this.at(seconds + days * 86_400))
      .find((rule) => rule.abbreviation === abbreviation)?.offset;
  }

  override toString(): string {
    return this.#name;
  }

  toJSON(): string {
    return this.#name;
  }
}

/** Coordinated universal time. */
export const utc = /* @__PURE__ */ fixedZone("UTC", 0, "UTC");

/** A zone that is always the same number of seconds ahead of UTC. */
export function fixedZone(name: string, offset: number, abbreviation: string): FlowZone {
  const rule = { offset, abbreviation };
  return new FlowZone(name, () => rule);
}

/** The machine's zone, as it is when first asked for. */
export function localZone(): FlowZone {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === "UTC" ? fixedZone("Local", 0, "UTC") : namedZone(timeZone, "Local");
}

/** The zone of that IANA name, or of `UTC`, the empty text or `Local`. Throws tool_runtime for an unknown name. */
export function loadZone(name: string): FlowZone {
  if (name === "" || name === "UTC") return utc;
  if (name === "Local") return localZone();
  // Intl also takes offsets and any case; the database has neither.
  if (!/^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/.test(name)) throw unknownZone(name);
  return namedZone(name, name);
}

function unknownZone(name: string): Error {
  return expressionError(`${JSON.stringify(name)} is not a time zone such as "Europe/Berlin" or "UTC"`);
}

function namedZone(timeZone: string, name: string): FlowZone {
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat("en-US", { ...clockOptions, timeZone });
  } catch {
    throw unknownZone(name);
  }
  let known: { readonly seconds: number; readonly rule: Rule } | undefined;
  return new FlowZone(name, (seconds) => {
    if (known?.seconds === seconds) return known.rule;
    const offset = offsetAt(clock, seconds);
    let text: string | undefined;
    const rule = {
      offset,
      get abbreviation() {
        text ??= abbreviationAt(timeZone, seconds, offset);
        return text;
      },
    };
    known = { seconds, rule };
    return rule;
  });
}

const clockOptions: Intl.DateTimeFormatOptions = {
  calendar: "gregory",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
};

function offsetAt(clock: Intl.DateTimeFormat, seconds: number): number {
  if (seconds < firstRules) return offsetAt(clock, firstRules);
  const parts = new Map(clock.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const shown = [number("year"), number("month"), number("day"), number("hour"), number("minute"), number("second")];
  return secondsOf(shown) - seconds;
}

/** The start of 1800: no zone had rules before, and the era of Intl counts years before 1 backwards. */
const firstRules = -5_364_662_400;

/** Languages whose speakers have short names for zones; others know them by their offsets. */
const locales: readonly string[] = ["en-US", "en-GB", "en-AU", "en-IN", "en-ZA", "ja", "en-HK"];

/** What the IANA database says where no locale of Intl has a name. */
const abbreviations: Readonly<Record<string, string>> = {
  "Asia/Jakarta": "WIB",
  "Asia/Karachi": "PKT",
  "Asia/Manila": "PST",
  "Asia/Seoul": "KST",
  "Asia/Shanghai": "CST",
  "Asia/Taipei": "CST",
  "Europe/Moscow": "MSK",
  GMT: "GMT",
};

function abbreviationAt(timeZone: string, seconds: number, offset: number): string {
  const known = Object.hasOwn(abbreviations, timeZone) ? abbreviations[timeZone] : undefined;
  if (known) return known;
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" });
    const found = format.formatToParts(seconds * 1000).find(({ type }) => type === "timeZoneName")?.value;
    if (found && /^[A-Z]{3,5}$/.test(found)) return found;
  }
  const minutes = Math.abs(Math.trunc(offset / 60));
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${offset < 0 ? "-" : "+"}${digits[0]}${digits[1] === "00" ? "" : digits[1]}`;
}
