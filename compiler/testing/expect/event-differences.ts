import type { Data } from "../../nouns/simulation.ts";
import { type Comparison, type Difference, differences } from "./compare.ts";

/** Stands for any number of events, also none. */
const gap = new Set<unknown>(["…", "..."]);

/** Where the events of a run are not the expected ones in their order: the first such place. */
export function eventDifferences(
  events: readonly Data[],
  expected: readonly unknown[],
  comparison: Comparison,
): readonly Difference[] {
  const fits = (event: Data | undefined, wanted: unknown): boolean =>
    event !== undefined && differences(shown(event, wanted), wanted, { ...comparison, open: true }).length === 0;
  let at = 0;
  for (const [index, wanted] of expected.entries()) {
    if (gap.has(wanted)) {
      if (index === expected.length - 1) return [];
      while (at < events.length && !fits(events[at], expected[index + 1])) at += 1;
    } else if (fits(events[at], wanted)) at += 1;
    else return [{ path: `events[${index}]`, expected: wanted, actual: shown(events[at], wanted) }];
  }
  if (at === events.length) return [];
  return [{ path: `events[${expected.length}]`, expected: undefined, actual: shown(events[at], "") }];
}

/** An event as what is expected has it: `resource.failed fetch infra`, with as many words, or a map. */
function shown(event: Data | undefined, wanted: unknown): unknown {
  if (event === undefined || typeof wanted !== "string") return event;
  const words = [event["event"], event["actionId"], event["failureClass"]].filter((word) => word !== undefined);
  const count = wanted === "" ? words.length : wanted.trim().split(/\s+/).length;
  return words.slice(0, Math.max(1, count)).join(" ");
}
