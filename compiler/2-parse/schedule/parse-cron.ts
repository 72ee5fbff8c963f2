import type { CronFields } from "../../nouns/schedule.ts";
import { cronUnits } from "./cron-units.ts";
import { type CronField, type FieldValues, type Refuse, readCronField } from "./read-cron-field.ts";

/**
 * Reads a cron expression of five fields (POSIX, "crontab", with names and steps). Undefined where there is a mistake in it;
 * `refuse` has been given each.
 */
export function parseCron(text: string, refuse: Refuse): CronFields | undefined {
  const written = [...text.matchAll(/\S+/g)].map(({ 0: field, index }): CronField => ({ text: field, start: index }));
  if (written.length !== cronUnits.length) {
    refuse([0, text.length], ...wrongCount(written));
    return undefined;
  }
  const read = cronUnits.map((unit, index) => readCronField(written[index] as CronField, unit, refuse));
  if (read.includes(undefined)) return undefined;
  const fields = fieldsOf(read as readonly FieldValues[]);
  const never = neverRuns(fields);
  if (never === undefined) return fields;
  const [day, month] = [written[2], written[3]] as [CronField, CronField];
  refuse([day.start, month.start + month.text.length], never);
  return undefined;
}

function wrongCount(written: readonly CronField[]): [message: string, help?: string] {
  const texts = written.map(({ text }) => text);
  const named = texts.length === 1 ? nicknames[texts[0]?.toLowerCase() ?? ""] : undefined;
  if (named !== undefined) return [`"${texts[0]}" is a word of some schedulers only`, `write "${named}"`];
  const message = `a cron expression has 5 fields (minute, hour, day, month, weekday), not ${texts.length}`;
  return texts.length === 6 ? [message, `leave out the seconds: write "${texts.slice(1).join(" ")}"`] : [message];
}

const nicknames: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** What names all values is `*`; with one of `day` and `weekday` so, every day fits. */
function fieldsOf(read: readonly FieldValues[]): CronFields {
  const [minute, hour, day, month, weekday] = read.map((values) => (values === "all" ? undefined : values));
  const everyDay = day?.length === 31 || weekday?.length === 7;
  return {
    minute: minute?.length === 60 ? undefined : minute,
    hour: hour?.length === 24 ? undefined : hour,
    day: everyDay ? undefined : day,
    month: month?.length === 12 ? undefined : month,
    weekday: everyDay ? undefined : weekday,
  };
}

/** Why no day of any year fits. */
function neverRuns({ day, month, weekday }: CronFields): string | undefined {
  const [first = 1] = day ?? [];
  if (month === undefined || weekday !== undefined) return undefined;
  const longest = Math.max(...month.map((one) => lengths[one - 1] ?? 31));
  if (first <= longest) return undefined;
  const which = month.length > 1 ? "these months have" : month[0] === 2 ? "February has" : "this month has";
  return `this never runs: ${which} ${longest} days at most`;
}

const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
