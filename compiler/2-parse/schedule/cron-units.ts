import type { CronFields } from "../../nouns/schedule.ts";

/** What one field of a cron expression counts. */
export interface CronUnit {
  readonly field: keyof CronFields;
  /** As messages call one of it. */
  readonly noun: string;
  readonly least: number;
  readonly most: number;
  /** Names of its values, in small letters, from the least on. */
  readonly names: readonly string[];
}

/** The five fields, in their order. */
export const cronUnits: readonly CronUnit[] = [
  { field: "minute", noun: "a minute", least: 0, most: 59, names: [] },
  { field: "hour", noun: "an hour", least: 0, most: 23, names: [] },
  { field: "day", noun: "a day of the month", least: 1, most: 31, names: [] },
  {
    field: "month",
    noun: "a month",
    least: 1,
    most: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  {
    field: "weekday",
    noun: "a weekday",
    least: 0,
    most: 7,
    names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  },
];
