import type { FlowEvent } from "../../../runtime-lib/run/events.ts";

/** Events without output but for so many lines of each resource, the last ones. */
export function lastLines<Event extends Pick<FlowEvent, "event" | "actionId">>(
  events: readonly Event[],
  most: number,
): readonly Event[] {
  const counts = new Map<string, number>();
  const kept = events.toReversed().filter(({ event, actionId = "" }) => {
    if (event !== "resource.output") return true;
    const count = (counts.get(actionId) ?? 0) + 1;
    counts.set(actionId, count);
    return count <= most;
  });
  return kept.reverse();
}
