import { labelOf } from "../command/step-output.ts";
import { visible } from "../command/visible.ts";
import type { EventSink, FlowEvent } from "../run/events.ts";

/** From so many characters on, a section is written before its resource has ended. */
const mostHeld = 1_048_576;

/**
 * Output in sections of a log, one for each resource. What two resources write at the same time would be mixed in one
 * section, so each is held until its resource has ended; sections that are too long come in parts.
 */
export class LogSections {
  readonly #section: (id: string, text: string) => string;
  readonly #held = new Map<string, string>();
  #full = "";

  /** `section` makes one of its title and whole lines. */
  constructor(section: (id: string, text: string) => string) {
    this.#section = section;
  }

  /** Takes a line of output. */
  readonly output: EventSink = (event) => {
    const id = outermost(event.actionId);
    const label = labelOf(event);
    const prefix = label === id ? "" : `${label} | `;
    const text = `${this.#held.get(id) ?? ""}${prefix}${visible(event.line ?? "", true)}\n`;
    this.#held.set(id, text);
    if (text.length > mostHeld) this.#full += this.#taken(id);
  };

  /** What is to be written once this has happened. */
  event({ event, actionId }: FlowEvent): string {
    const full = this.#full;
    this.#full = "";
    const hasEnded = event === "resource.completed" || event === "resource.failed";
    return `${full}${hasEnded && actionId !== undefined ? this.#taken(actionId) : ""}`;
  }

  /** All that is left. */
  end(): string {
    return [this.#full, ...[...this.#held.keys()].map((id) => this.#taken(id))].join("");
  }

  #taken(id: string): string {
    const text = this.#held.get(id);
    this.#held.delete(id);
    return text === undefined ? "" : this.#section(id, text);
  }
}

/** Of `calls[2]/fetch`, a resource of a component, the one that calls it. */
function outermost(actionId = ""): string {
  return /^[^/[]+/.exec(actionId)?.[0] ?? actionId;
}
