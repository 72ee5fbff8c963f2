import type { CronUnit } from "./cron-units.ts";

/** Takes a mistake: where it stands in the text, what is wrong and what to write instead. */
export type Refuse = (place: readonly [start: number, end: number], message: string, help?: string) => void;

/** One field of a cron expression and where it begins. */
export interface CronField {
  readonly text: string;
  readonly start: number;
}

/** The values of a field, sorted; "all" for `*`, undefined where it cannot be read, which `refuse` has been given. */
export function readCronField({ text, start }: CronField, unit: CronUnit, refuse: Refuse): FieldValues | undefined {
  const values: number[] = [];
  let [place, all, broken] = [start, false, false];
  for (const part of text.split(",")) {
    const found = readPart(part, unit, (message, help) =>
      refuse([place, place + Math.max(1, part.length)], message, help),
    );
    place += part.length + 1;
    if (found === undefined) broken = true;
    else if (found === "all") all = true;
    else values.push(...found);
  }
  if (broken) return undefined;
  if (all) return "all";
  const known = unit.field === "weekday" ? values.map((value) => value % 7) : values;
  return [...new Set(known)].sort((one, other) => one - other);
}

/** What a field says. */
export type FieldValues = readonly number[] | "all";

type RefusePart = (message: string, help?: string) => undefined;

/** `*`, a value or a range, each perhaps with a step. */
function readPart(
  part: string,
  unit: CronUnit,
  report: (message: string, help?: string) => void,
): FieldValues | undefined {
  const refuse: RefusePart = (message, help) => void report(message, help);
  const [, base = "", step] = /^([^/]*)(?:\/(.*))?$/s.exec(part) ?? [];
  const range = base === "*" ? wholeRange(unit) : readRange(base, unit, refuse);
  if (range === undefined) return undefined;
  if (step === undefined) return base === "*" ? "all" : numbers(range, 1);
  if (!/^[1-9]\d{0,2}$/.test(step)) return refuse(`the step of "${part}" must be a whole number from 1 on`);
  if (base !== "*" && !base.includes("-")) {
    const help = `write "${base}-${wholeRange(unit)[1]}/${step}"`;
    return refuse(`the step of "${part}" has no range to step through`, help);
  }
  if (Number(step) > range[1] - range[0]) {
    const help = `write "${range[0]}" for one value`;
    return refuse(`the step of "${part}" leads beyond its range, ${range[0]} to ${range[1]}`, help);
  }
  return base === "*" && step === "1" ? "all" : numbers(range, Number(step));
}

type Range = readonly [first: number, last: number];

function readRange(text: string, unit: CronUnit, refuse: RefusePart): Range | undefined {
  const [from = "", to, more] = text.split("-");
  const first = readValue(from, unit, refuse);
  if (first === undefined || more !== undefined) return more === undefined ? undefined : notOne(text, unit, refuse);
  if (to === undefined) return [first, first];
  const last = readValue(to, unit, refuse);
  if (last === undefined) return undefined;
  // The week of a range may end with the Sunday by its name.
  const end = unit.field === "weekday" && last === 0 && first > 0 ? 7 : last;
  if (first <= end) return [first, end];
  const [least, most] = wholeRange(unit);
  const help = `write "${from}-${most},${least}-${to}"`;
  return refuse(`the range "${text}" runs backwards`, help);
}

function readValue(text: string, unit: CronUnit, refuse: RefusePart): number | undefined {
  const { least, most, names } = unit;
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + least;
  if (!/^\d{1,2}$/.test(text) || Number(text) < least || Number(text) > most) return notOne(text, unit, refuse);
  return Number(text);
}

function notOne(text: string, { noun, least, most, names }: CronUnit, refuse: RefusePart): undefined {
  if (/^[LWlw?#\d]*[LWlw?#][\d#]*$/.test(text) && /[LW?#]/i.test(text)) {
    const help = "use *, numbers, names, lists, ranges and steps: cron has nothing else";
    return refuse(`"${text}" is a form of some schedulers only`, help);
  }
  const called = names.length === 0 ? "" : `, or ${names[0]?.toUpperCase()} to ${names.at(-1)?.toUpperCase()}`;
  return refuse(`"${text}" is not ${noun}`, `write ${least} to ${most}${called}`);
}

/** A week has one Sunday. */
function wholeRange({ field, least, most }: CronUnit): Range {
  return [least, field === "weekday" ? 6 : most];
}

function numbers([first, last]: Range, step: number): readonly number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
