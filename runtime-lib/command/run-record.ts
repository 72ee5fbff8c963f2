import type { EventSink, FlowEvent, ItemCounts } from "../run/events.ts";

/** What became of one resource. */
export interface RecordedResource {
  readonly actionId: string;
  status: "running" | "completed" | "failed" | "skipped";
  durationMs: number | undefined;
  attempts: number;
  items: ItemCounts | undefined;
  /** It failed, and the run went on. */
  recovered: boolean;
}

/** What a run has done so far, by its events. */
export class RunRecord {
  readonly resources = new Map<string, RecordedResource>();
  /** Failures that ended the run, in their order: those that it went on without are left out. */
  readonly failures: FlowEvent[] = [];
  readonly begin = performance.now();

  readonly sink: EventSink = (event) => {
    const { event: kind, actionId, durationMs, items } = event;
    if (actionId === undefined) return;
    const resource = this.resources.get(actionId) ?? this.#add(actionId);
    if (kind === "resource.retrying") resource.attempts += 1;
    if (kind === "resource.started" || kind === "resource.retrying") return;
    resource.status = kind === "resource.completed" ? "completed" : kind === "resource.failed" ? "failed" : "skipped";
    resource.durationMs = durationMs;
    resource.items = items;
    resource.recovered = event.recovered === true;
    if (kind === "resource.failed" && !resource.recovered) this.failures.push(event);
  };

  #add(actionId: string): RecordedResource {
    const resource: RecordedResource = {
      actionId,
      status: "running",
      durationMs: undefined,
      attempts: 1,
      items: undefined,
      recovered: false,
    };
    this.resources.set(actionId, resource);
    return resource;
  }
}
