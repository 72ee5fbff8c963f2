import type { RunObserver } from "../../../runtime-lib/command/host.ts";
import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import { lastLines } from "./last-lines.ts";
import type { EventsOfRun } from "./read-events.ts";

/** Lines of output that are kept of a run, and of each resource where there are more. */
const mostLines = 50_000;
const mostOfEach = 1_000;

/** A run that is over. */
export interface CollectedRun {
  readonly events: EventsOfRun;
  /** Of a run that went well; it may hold secrets. */
  readonly result: { readonly value: unknown } | undefined;
}

/** Keeps what a run does. */
export class RunCollector implements RunObserver {
  #events: FlowEvent[] = [];
  #lines = 0;
  #result: CollectedRun["result"];
  readonly onEvent = (event: FlowEvent): void => void this.#events.push(event);

  readonly onDetail = (event: FlowEvent): void => {
    if (event.event !== "resource.output") return;
    this.#events.push(event);
    this.#lines += 1;
    if (this.#lines <= mostLines) return;
    this.#events = [...lastLines(this.#events, mostOfEach)];
    this.#lines = this.#events.filter((kept) => kept.event === "resource.output").length;
  };

  completed(value: unknown): void {
    this.#result = { value };
  }

  /** What is known when the run is over; undefined where it never began. */
  ended(): CollectedRun | undefined {
    const [first, ...rest] = this.#events;
    return first && { events: [first, ...rest], result: this.#result };
  }
}
