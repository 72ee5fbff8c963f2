import type { Flag } from "../command/flags.ts";

/** The options of a bundle with a schedule. */
export const scheduleFlags = {
  scheduled: { description: "stay, and run at the times of settings.schedule" },
} as const satisfies Readonly<Record<string, Flag>>;
