import { monthNames, weekdayNames } from "./calendar.ts";

/** What a text has shown so far; undefined is what it has not. */
export interface Seen {
  year?: number;
  month?: number;
  day?: number;
  yearDay?: number;
  hour?: number;
  minute?: number;
  second?: number;
  nanoseconds: number;
  /** True behind PM, false behind AM. */
  afternoon?: boolean;
  /** Seconds ahead of UTC. */
  offset?: number;
  zoneName?: string;
}

/** A place in a text at which an element of a layout is wanted. */
export interface Wanted {
  readonly text: string;
  readonly at: number;
  readonly element: string;
  /** True where the layout goes on with a fraction of a second. */
  readonly fractionFollows: boolean;
}

/** Notes what the text shows and returns the offset behind it; undefined where it does not show the element. */
export function readElement(wanted: Wanted, seen: Seen): number | undefined {
  const { element } = wanted;
  const numeric = numbers[element];
  if (numeric) return readNumber(wanted, numeric, seen);
  if (/^[.,]/.test(element)) return readFraction(wanted, seen);
  if (/^[-Z]/.test(element)) return readOffset(wanted, seen);
  if (element === "MST") return readZoneName(wanted, seen);
  if (element === "2006" || element === "06") return readYear(wanted, seen);
  if (element === "PM" || element === "pm") return readHalf(wanted, seen);
  return readName(wanted, seen);
}

interface Numeric {
  readonly field: "month" | "day" | "yearDay" | "hour" | "minute" | "second";
  readonly shape: RegExp;
  readonly min: number;
  readonly max: number;
}

const short = /[0-9]{1,2}/y;
const full = /[0-9]{2}/y;

const numbers: Readonly<Record<string, Numeric | undefined>> = {
  "1": { field: "month", shape: short, min: 1, max: 12 },
  "01": { field: "month", shape: full, min: 1, max: 12 },
  "2": { field: "day", shape: short, min: 0, max: 99 },
  _2: { field: "day", shape: / ?[0-9]{1,2}/y, min: 0, max: 99 },
  "02": { field: "day", shape: full, min: 0, max: 99 },
  __2: { field: "yearDay", shape: / {0,2}[0-9]{1,3}/y, min: 0, max: 999 },
  "002": { field: "yearDay", shape: /[0-9]{3}/y, min: 0, max: 999 },
  "15": { field: "hour", shape: short, min: 0, max: 23 },
  "3": { field: "hour", shape: short, min: 0, max: 12 },
  "03": { field: "hour", shape: full, min: 0, max: 12 },
  "4": { field: "minute", shape: short, min: 0, max: 59 },
  "04": { field: "minute", shape: full, min: 0, max: 59 },
  "5": { field: "second", shape: short, min: 0, max: 59 },
  "05": { field: "second", shape: full, min: 0, max: 59 },
};

function readNumber(wanted: Wanted, { field, shape, min, max }: Numeric, seen: Seen): number | undefined {
  const digits = matchAt(shape, wanted);
  if (digits === undefined) return undefined;
  const value = Number(digits.trim());
  if (value < min || value > max) return undefined;
  seen[field] = value;
  const end = wanted.at + digits.length;
  // A text may have a fraction behind its seconds that the layout does not mention.
  if (field !== "second" || wanted.fractionFollows) return end;
  return readFraction({ ...wanted, at: end, element: ".9" }, seen);
}

function readFraction(wanted: Wanted, seen: Seen): number | undefined {
  const { element, at } = wanted;
  const exact = element[1] === "0";
  const digits = matchAt(exact ? new RegExp(`[.,][0-9]{${element.length - 1}}`, "y") : /[.,][0-9]+/y, wanted);
  if (digits === undefined) return exact ? undefined : at;
  seen.nanoseconds = Number(digits.slice(1, 10).padEnd(9, "0"));
  return at + digits.length;
}

function readOffset(wanted: Wanted, seen: Seen): number | undefined {
  const { element, at, text } = wanted;
  if (element.startsWith("Z") && text[at] === "Z") {
    seen.zoneName = "UTC";
    return at + 1;
  }
  const shape = element.slice(1).replace(/[0-9]{2}/g, "([0-9]{2})");
  const found = new RegExp(`([+-])${shape}`, "y");
  found.lastIndex = at;
  const [all = "", sign, ...parts] = found.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  if (!sign || hours > 24 || minutes > 60 || seconds > 60) return undefined;
  seen.offset = (sign === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
  return at + all.length;
}

function readZoneName(wanted: Wanted, seen: Seen): number | undefined {
  // As Go guesses: three capitals, or four or five that end in T, and a few odd ones.
  const shape =
    /UTC|ChST|MeST|GMT(?:[+-](?:2[0-3]|1?[0-9])(?![0-9]))?|[+-](?:2[0-3]|[01]?[0-9])(?![0-9])|WITA(?![A-Z])|[A-Z]{3,4}T(?![A-Z])|[A-Z]{3}(?![A-Z])/y;
  const name = matchAt(shape, wanted);
  if (name === undefined) return undefined;
  seen.zoneName = name;
  return wanted.at + name.length;
}

function readYear(wanted: Wanted, seen: Seen): number | undefined {
  const digits = matchAt(wanted.element === "06" ? full : /[0-9]{4}/y, wanted);
  if (digits === undefined) return undefined;
  const value = Number(digits);
  // Two digits are of the years from 1969 to 2068.
  seen.year = digits.length === 4 ? value : value + (value >= 69 ? 1900 : 2000);
  return wanted.at + digits.length;
}

function readHalf(wanted: Wanted, seen: Seen): number | undefined {
  const half = matchAt(wanted.element === "PM" ? /[AP]M/y : /[ap]m/y, wanted);
  if (half === undefined) return undefined;
  seen.afternoon = half.toLowerCase() === "pm";
  return wanted.at + 2;
}

function readName({ element, text, at }: Wanted, seen: Seen): number | undefined {
  const isMonth = element.startsWith("J");
  const long = element.length > 3;
  const names = (isMonth ? monthNames : weekdayNames).map((name) => (long ? name : name.slice(0, 3)));
  const rest = text.slice(at, at + 9).toLowerCase();
  const index = names.findIndex((name) => rest.startsWith(name.toLowerCase()));
  if (index < 0) return undefined;
  if (isMonth) seen.month = index + 1;
  return at + (names[index] ?? "").length;
}

function matchAt(shape: RegExp, { text, at }: Wanted): string | undefined {
  shape.lastIndex = at;
  return shape.exec(text)?.[0];
}
