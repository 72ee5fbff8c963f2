import type { PageEvent } from "../data.ts";
import { waitedFor } from "./critical-path.ts";
import type { OutputLine, Retry, StepStatus, StepView } from "./step-view.ts";

/** Where an event stands in its run. */
export interface Moment {
  /** From the first event of the run. */
  readonly atMs: number;
  /** Its number. */
  readonly index: number;
}

/** A resource while the events of its run are read. */
export class StepDraft {
  requires: readonly string[];
  startMs: number | undefined;
  endMs: number | undefined;
  startIndex: number | undefined;
  endIndex: number | undefined;
  status: StepStatus = "waiting";
  readonly id: string;
  readonly parent: string | undefined;
  #kind: string;
  /** The last that said what became of it. */
  #last: PageEvent | undefined;
  #items: StepView["items"];
  readonly #retries: Retry[] = [];
  readonly #output: OutputLine[] = [];

  constructor(id: string, kind: string, requires: readonly string[]) {
    this.id = id;
    this.parent = parentOf(id);
    this.#kind = kind;
    this.requires = requires;
  }

  add(event: PageEvent, moment: Moment): void {
    if (this.#kind === "") this.#kind = event.resourceType ?? "";
    switch (event.event) {
      case "resource.started":
        this.startMs = moment.atMs;
        this.startIndex = moment.index;
        this.status = "running";
        break;
      case "resource.retrying":
        this.#retries.push({
          atMs: moment.atMs,
          attempt: event.attempt ?? 1,
          item: event.item,
          message: event.message ?? "",
        });
        break;
      case "resource.output":
        this.#output.push({
          stream: event.stream ?? "stdout",
          line: event.line ?? "",
          item: event.item,
          attempt: event.attempt,
        });
        break;
      case "resource.items":
        this.#items = event.items;
        break;
      case "resource.completed":
      case "resource.failed":
      case "resource.skipped":
        this.#end(event, moment);
        break;
      default:
        break;
    }
  }

  view(isOver: boolean, { path, ends }: CriticalSteps): StepView {
    const { id, parent, requires, startMs, endMs } = this;
    const status = isOver ? (atEnd[this.status] ?? this.status) : this.status;
    return {
      id,
      kind: this.#kind,
      parent,
      status,
      startMs,
      endMs,
      retries: this.#retries,
      items: this.#items,
      usage: this.#last?.usage,
      failure: this.#last?.event === "resource.failed" ? this.#last : undefined,
      message: status === "skipped" ? this.#last?.message : undefined,
      output: this.#output,
      requires,
      waitedFor: waitedFor(requires, ends),
      isCritical: path.has(id),
      isRecorded: this.#last !== undefined && "recorded" in this.#last,
    };
  }

  #end(event: PageEvent, { atMs, index }: Moment): void {
    this.#last = event;
    this.endMs = atMs;
    this.endIndex = index;
    this.#items = event.items ?? this.#items;
    if (event.event === "resource.completed") this.status = "completed";
    else if (event.event === "resource.skipped") this.status = "skipped";
    else this.status = event.recovered ? "recovered" : "failed";
  }
}

/** What resources are that have no end when their run has one. */
const atEnd: Readonly<Partial<Record<StepStatus, StepStatus>>> = { running: "cancelled", waiting: "unreached" };

/** What a step has to know of the others. */
export interface CriticalSteps {
  readonly path: ReadonlySet<string>;
  /** When each ended. */
  readonly ends: ReadonlyMap<string, number>;
}

/** `guests` of `guests[0]/say`; of parts of parts, the part. */
function parentOf(id: string): string | undefined {
  const slash = id.lastIndexOf("/");
  return slash === -1 ? undefined : id.slice(0, slash).replace(/(?:\[\d+\]|!\d+)+$/, "");
}
