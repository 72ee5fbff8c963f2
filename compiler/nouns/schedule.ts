/** `settings.schedule`: when a workflow runs by itself. */
export interface Schedule {
  /** Five fields with numbers only, Sunday as 0, so that every reader of cron takes it for the same. */
  readonly cron: string;
  readonly fields: CronFields;
  /** As the tz database spells it. */
  readonly timeZone: string;
  readonly overlap: Overlap;
  /** True: one run makes up for those that were missed. */
  readonly catchUp: boolean;
}

/** What happens to a run that is due while one is running. */
export type Overlap = "skip" | "queue" | "cancel";

/**
 * The values of each field, sorted; undefined: all. Where both `day` and `weekday` say something, a day that fits one of
 * them is enough (POSIX, "crontab").
 */
export interface CronFields {
  readonly minute: readonly number[] | undefined;
  readonly hour: readonly number[] | undefined;
  /** Of the month, from 1. */
  readonly day: readonly number[] | undefined;
  /** From 1. */
  readonly month: readonly number[] | undefined;
  /** From Sunday, 0, to Saturday, 6. */
  readonly weekday: readonly number[] | undefined;
}
