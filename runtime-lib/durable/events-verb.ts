import { setTimeout as sleep } from "node:timers/promises";
import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import { exitCodes, print } from "../command/terminal.ts";
import type { FlowEvent } from "../run/events.ts";
import { runOf, withClient } from "./client.ts";
import { failureFrom } from "./failure.ts";
import { readRecorded } from "./recorded-places.ts";
import { type EventSource, eventOf, placeEvents } from "./run-events.ts";
import { statusOf } from "./status.ts";
import { readVerb, type Verb } from "./verb.ts";

const options = { follow: { description: "go on until the run has ended" } } as const;

/** Milliseconds between two looks at a run that is followed. */
const followMs = 500;

/** `events`: what a run has done, as the events that `--events` writes, rebuilt from its rows. */
export const eventsVerb: Verb = {
  name: "events",
  summary: "print the events of a run, as --events writes them",
  argument: "RUN",
  options,
  act: async (argv, { definition }) => {
    const { values, argument: runId } = readVerb({ name: "events", argument: "RUN", options }, argv);
    return withClient(definition, async (client) => {
      const stream = new EventStream(client, { definition, runId });
      for (;;) {
        const { events, isOver } = await stream.next();
        const lost = events.length === 0 ? 0 : await print(events.map((event) => JSON.stringify(event)).join("\n"));
        if (lost !== exitCodes.completed) return lost;
        if (isOver || !values.follow) return exitCodes.completed;
        await sleep(followMs);
      }
    });
  },
};

/** The events of one run, as far as they are known and have not been given before. */
class EventStream {
  readonly #client: DBOSClient;
  readonly #source: EventSource;
  #hasStarted = false;
  #steps = 0;

  constructor(client: DBOSClient, source: EventSource) {
    this.#client = client;
    this.#source = source;
  }

  async next(): Promise<{ readonly events: readonly FlowEvent[]; readonly isOver: boolean }> {
    const { runId } = this.#source;
    // First: what ends meanwhile is in the rows then.
    const run = await runOf(this.#client, runId);
    const status = statusOf(run.status);
    if (status === "delayed" || status === "queued") return { events: [], isOver: false };
    const events = [...(await this.#newPlaces())];
    const began = run.dequeuedAt ?? run.createdAt;
    // It may have been taken from the queue more than once.
    const first = Math.min(began, ...events.map(({ emittedAt }) => Date.parse(emittedAt)));
    if (!this.#hasStarted) events.unshift(eventOf(this.#source, "workflow.started", first));
    this.#hasStarted = true;
    const isOver = status !== "running";
    const ended = run.completedAt ?? run.updatedAt ?? began;
    if (status === "completed") events.push(eventOf(this.#source, "workflow.completed", ended));
    else if (isOver) {
      const { message, failureClass } = failureFrom(run.error ?? new Error(`the run is ${status}`));
      events.push(eventOf(this.#source, "workflow.failed", ended, { message, failureClass }));
    }
    return { events, isOver };
  }

  async #newPlaces(): Promise<readonly FlowEvent[]> {
    const recorded = await readRecorded(this.#source.runId, this.#client, this.#steps);
    if (recorded === undefined) return [];
    this.#steps += recorded.count;
    return [...recorded.places].flatMap(([place, known]) => placeEvents(this.#source, place, known));
  }
}
