import type { FlowError } from "../../runtime-lib/run/errors.ts";
import type { Ended, Journal } from "../../runtime-lib/run/journal.ts";
import type { Step } from "../../runtime-lib/run/step.ts";
import { keptFailure, type Outcome, outcomeOf, restore } from "../../runtime-lib/store/outcome.ts";

/** A journal in memory, with what it was given before. `order` lists the places in the order of their ends. */
export class MemoryJournal implements Journal {
  readonly places: Map<string, Outcome>;
  readonly order: string[] = [];

  constructor(known: ReadonlyMap<string, Outcome> = new Map()) {
    this.places = new Map(known);
  }

  begin(): void {
    this.order.push("begin");
  }

  recorded(step: Step): Ended | undefined {
    const known = this.places.get(step.place);
    return known && restore(step, known);
  }

  record(step: Step, ended: Ended): void {
    this.#keep(step.place, outcomeOf(step, ended));
  }

  failedAt(step: Step): number | undefined {
    return this.places.has(`${step.place}!${step.attempt}`) ? 0 : undefined;
  }

  recordAttempt(step: Step, error: FlowError): void {
    this.#keep(`${step.place}!${step.attempt}`, { failure: keptFailure(error) });
  }

  #keep(place: string, outcome: Outcome): void {
    this.order.push(place);
    // As text, since that is what a store keeps.
    this.places.set(place, JSON.parse(JSON.stringify(outcome)));
  }
}
