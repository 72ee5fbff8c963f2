import type { Data } from "../../nouns/simulation.ts";

/** What events say of one resource. */
export interface ResourceState {
  readonly status: string;
  readonly attempts: number;
  readonly message?: unknown;
  readonly class?: unknown;
  readonly recovered?: unknown;
}

const ends: Readonly<Record<string, string>> = {
  "resource.completed": "completed",
  "resource.failed": "failed",
  "resource.skipped": "skipped",
};

/** What became of each resource, by actionId; one without an end was cut off. */
export function resourceStates(events: readonly Data[]): ReadonlyMap<string, ResourceState> {
  const states = new Map<string, ResourceState>();
  for (const { event, actionId, message, failureClass, recovered } of events) {
    if (typeof actionId !== "string") continue;
    const known = states.get(actionId) ?? { status: "started", attempts: event === "resource.skipped" ? 0 : 1 };
    const attempts = known.attempts + (event === "resource.retrying" ? 1 : 0);
    const status = ends[String(event)] ?? known.status;
    states.set(actionId, {
      status,
      attempts,
      ...(status !== "started" && message !== undefined && { message }),
      ...(status === "failed" && { class: failureClass, recovered: recovered === true }),
    });
  }
  return states;
}
