import type { PageEvent } from "../../compiler/page/data.ts";

/** An event at a millisecond of a run that began on the first of January. */
export function event(kind: PageEvent["event"], atMs: number, more: Partial<PageEvent> = {}): PageEvent {
  return { event: kind, emittedAt: new Date(Date.UTC(2026, 0, 1) + atMs).toISOString(), ...more };
}

/** A resource that began and ended well. */
export function ran(actionId: string, fromMs: number, toMs: number): readonly PageEvent[] {
  return [
    event("resource.started", fromMs, { actionId, resourceType: "exec" }),
    event("resource.completed", toMs, { actionId, resourceType: "exec", durationMs: toMs - fromMs }),
  ];
}

/** Events in the order of their times. */
export function inOrder(...events: readonly PageEvent[]): readonly PageEvent[] {
  return events.toSorted((one, other) => Date.parse(one.emittedAt) - Date.parse(other.emittedAt));
}
