import { Cron } from "croner";
import type { ScheduleDefinition } from "../run/definition.ts";

/** The times of a schedule: `next` gives the first after another, both as milliseconds since 1970. */
export interface Times {
  next(after: number): number;
}

/** The times that a cron expression of five fields names in a time zone; the checker has seen that there are some. */
export function timesOf({ cron, timeZone }: Pick<ScheduleDefinition, "cron" | "timeZone">): Times {
  const times = new Cron(cron, { mode: "5-part", timezone: timeZone, paused: true });
  return { next: (after) => times.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY };
}

/** A time of a schedule as people read it: `2026-03-29 02:30 Europe/Berlin`. */
export function timeText(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")} ${timeZone}`;
}
