import { type Fields, monthNames, weekdayNames } from "./calendar.ts";
import { chunksOf } from "./layout.ts";

/** What a layout can show of a date: its fields in a zone, nanoseconds of the second, and the zone's rule. */
export interface Shown {
  readonly fields: Fields;
  readonly nanoseconds: number;
  /** Seconds ahead of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** The date in a layout of Go, such as `2006-01-02 15:04:05 MST`. */
export function format(shown: Shown, layout: string): string {
  return chunksOf(layout)
    .map(({ kind, text }) => (kind === "text" ? text : formatElement(shown, text)))
    .join("");
}

function formatElement(shown: Shown, element: string): string {
  const plain = plainElements[element];
  if (plain) return plain(shown.fields);
  if (element === "MST") return shown.abbreviation || offsetText(shown.offset, "-0700");
  if (element.startsWith("Z")) return shown.offset === 0 ? "Z" : offsetText(shown.offset, element);
  if (element.startsWith("-")) return offsetText(shown.offset, element);
  return fraction(shown.nanoseconds, element);
}

const plainElements: Readonly<Record<string, ((fields: Fields) => string) | undefined>> = {
  "2006": ({ year }) => (year < 0 ? `-${pad(-year, 4)}` : pad(year, 4)),
  "06": ({ year }) => pad(Math.max(0, year) % 100, 2),
  January: ({ month }) => monthNames[month - 1] ?? "",
  Jan: ({ month }) => (monthNames[month - 1] ?? "").slice(0, 3),
  "01": ({ month }) => pad(month, 2),
  "1": ({ month }) => String(month),
  Monday: ({ weekday }) => weekdayNames[weekday] ?? "",
  Mon: ({ weekday }) => (weekdayNames[weekday] ?? "").slice(0, 3),
  "2": ({ day }) => String(day),
  _2: ({ day }) => String(day).padStart(2, " "),
  "02": ({ day }) => pad(day, 2),
  __2: ({ yearDay }) => String(yearDay).padStart(3, " "),
  "002": ({ yearDay }) => pad(yearDay, 3),
  "15": ({ hour }) => pad(hour, 2),
  "3": ({ hour }) => String(hour % 12 || 12),
  "03": ({ hour }) => pad(hour % 12 || 12, 2),
  "4": ({ minute }) => String(minute),
  "04": ({ minute }) => pad(minute, 2),
  "5": ({ second }) => String(second),
  "05": ({ second }) => pad(second, 2),
  PM: ({ hour }) => (hour >= 12 ? "PM" : "AM"),
  pm: ({ hour }) => (hour >= 12 ? "pm" : "am"),
};

/** An offset in the shape of `-07:00` and its kind; the seconds fall away where the shape has none. */
function offsetText(offset: number, shape: string): string {
  const size = Math.abs(offset);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].map((part) => pad(part, 2));
  const colon = shape.includes(":") ? ":" : "";
  const count = shape.replace(/[^0-9]/g, "").length / 2;
  return (offset < 0 ? "-" : "+") + parts.slice(0, count).join(colon);
}

function fraction(nanoseconds: number, element: string): string {
  const digits = pad(nanoseconds, 9)
    .slice(0, element.length - 1)
    .padEnd(element.length - 1, "0");
  if (element[1] === "0") return element.slice(0, 1) + digits;
  const trimmed = digits.replace(/0+$/, "");
  return trimmed === "" ? "" : element.slice(0, 1) + trimmed;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
