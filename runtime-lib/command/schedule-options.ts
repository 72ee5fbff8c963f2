import type { Flag } from "./flags.ts";

/** What the command line of a bundle with a schedule has beside all others. */
export interface ScheduleOptions {
  readonly flags: Readonly<Record<string, Flag>>;
  /** Whether they ask for runs by the schedule. Throws InvalidInput for options that do not go together. */
  isAsked(values: object): boolean;
}
