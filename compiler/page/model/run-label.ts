import type { DevRun } from "../dev-data.ts";

/** A run in a list: when it began, how it ended, and whether it is one that was kept. */
export function runLabel({ events, status, isKept }: DevRun): string {
  return `${events[0]?.emittedAt ?? "about to begin"}, ${status}${isKept ? ", kept" : ""}`;
}
