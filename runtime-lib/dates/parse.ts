import { daysIn, secondsOf } from "./calendar.ts";
import { FlowDate } from "./date.ts";
import { readElement, type Seen } from "./elements.ts";
import { chunksOf, isFraction } from "./layout.ts";
import { type FlowZone, fixedZone, utc } from "./zone.ts";

/** Where a text without a zone is, and which zone gives offsets and abbreviations in a text their name. */
export interface Zones {
  readonly unnamed: FlowZone;
  readonly local: FlowZone;
}

/** What keeps a text from being a date in a layout; caught or worded by the caller. */
export class NoDate extends Error {}

/** The date that a text shows in a layout of Go (https://pkg.go.dev/time#Parse). Throws NoDate. */
export function parseDate(text: string, layout: string, zones: Zones): FlowDate {
  const seen: Seen = { nanoseconds: 0 };
  const chunks = chunksOf(layout);
  let at = 0;
  chunks.forEach((chunk, index) => {
    const end =
      chunk.kind === "text"
        ? skipText(text, at, chunk.text)
        : readElement({ text, at, element: chunk.text, fractionFollows: isFraction(chunks[index + 1]) }, seen);
    if (end === undefined)
      throw new NoDate(`${JSON.stringify(text.slice(at))} does not fit ${JSON.stringify(chunk.text)}`);
    at = end;
  });
  if (at < text.length) throw new NoDate(`${JSON.stringify(text.slice(at))} is left over`);
  return assemble(seen, zones);
}

/** The offset behind the text of a layout, in which a run of blanks fits any other. */
function skipText(text: string, start: number, wanted: string): number | undefined {
  let at = start;
  for (const part of wanted.match(/ +|[^ ]/gu) ?? []) {
    if (part.startsWith(" ")) {
      if (at < text.length && text[at] !== " ") return undefined;
      while (text[at] === " ") at++;
    } else if (text.startsWith(part, at)) at += part.length;
    else return undefined;
  }
  return at;
}

function assemble(seen: Seen, zones: Zones): FlowDate {
  const { year = 0, minute = 0, second = 0 } = seen;
  const { month, day } = dayOf(seen, year);
  if (day < 1 || day > daysIn(year, month)) throw new NoDate("the day is out of range");
  const shown = secondsOf([year, month, day, hourOf(seen), minute, second]);
  const [seconds, zone] = place(shown, seen, zones);
  return new FlowDate(seconds, seen.nanoseconds, zone);
}

function hourOf({ hour = 0, afternoon }: Seen): number {
  if (afternoon === true && hour < 12) return hour + 12;
  return afternoon === false && hour === 12 ? 0 : hour;
}

function dayOf(seen: Seen, year: number): { readonly month: number; readonly day: number } {
  const { yearDay } = seen;
  if (yearDay === undefined) return { month: seen.month ?? 1, day: seen.day ?? 1 };
  let month = 1;
  let day = yearDay;
  while (month <= 12 && day > daysIn(year, month)) {
    day -= daysIn(year, month);
    month++;
  }
  if (day < 1 || month > 12) throw new NoDate("the day of the year is out of range");
  if ((seen.month ?? month) !== month) throw new NoDate("the day of the year is not in the month");
  if ((seen.day ?? day) !== day) throw new NoDate("the day of the year is not the day of the month");
  return { month, day };
}

/** The instant of what the clock shows, and its zone. */
function place(shown: number, { offset, zoneName }: Seen, { unnamed, local }: Zones): [number, FlowZone] {
  if (zoneName === "UTC") return [shown, utc];
  if (offset !== undefined) {
    const instant = shown - offset;
    const rule = local.at(instant);
    const isLocal = rule.offset === offset && (zoneName === undefined || rule.abbreviation === zoneName);
    return [instant, isLocal ? local : fixedZone(zoneName ?? "", offset, zoneName ?? "")];
  }
  if (zoneName === undefined) return [unnamed.instantOf(shown), unnamed];
  const known = local.offsetOf(zoneName, shown);
  if (known !== undefined) return [shown - known, local];
  // An abbreviation that is not known here keeps its name, with no offset, as in Go; GMT+3 has its own.
  const hours = /^GMT([+-][0-9]+)$/.exec(zoneName)?.[1];
  const assumed = hours === undefined ? 0 : Number(hours) * 3600;
  return [shown, fixedZone(zoneName, assumed, zoneName)];
}
