import type { Plan } from "../nouns/plan.ts";

/**
 * How a workflow runs where nobody starts it by hand: it answers requests (`server`), something starts it at the times of its
 * schedule (`timed`), it follows the schedule itself (`resident`), or it runs when it is started (`once`).
 */
export type RunMode = "server" | "timed" | "resident" | "once";

/** `overlaps`: those that what starts the workflow knows; with any other it has to stay. */
export function runMode({ server, schedule }: Plan, overlaps: readonly string[]): RunMode {
  if (server) return "server";
  if (schedule === undefined) return "once";
  return overlaps.includes(schedule.overlap) ? "timed" : "resident";
}
