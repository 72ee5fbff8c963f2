import type { CronFields, Schedule } from "../../nouns/schedule.ts";

/**
 * A schedule as values of OnCalendar (systemd.time(7)): one, or two where both day fields say something, of which a
 * timer follows either.
 */
export function onCalendar({ fields, timeZone }: Pick<Schedule, "fields" | "timeZone">): readonly string[] {
  const { day, weekday } = fields;
  const days =
    day === undefined || weekday === undefined
      ? [fields]
      : [
          { ...fields, weekday: undefined },
          { ...fields, day: undefined },
        ];
  return days.map((one) => `${event(one)} ${timeZone}`);
}

function event({ minute, hour, day, month, weekday }: CronFields): string {
  const week = weekday === undefined ? "" : `${weekday.map((number) => weekdays[number]).join(",")} `;
  return `${week}*-${list(month)}-${list(day)} ${list(hour)}:${list(minute)}:00`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function list(values: readonly number[] | undefined): string {
  return values === undefined ? "*" : values.map((value) => String(value).padStart(2, "0")).join(",");
}
