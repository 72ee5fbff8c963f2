import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { WorkflowDefinition } from "../run/definition.ts";
import { FlowError, RunTimeout } from "../run/errors.ts";
import type { FlowEvent } from "../run/events.ts";
import type { Run } from "../run/state.ts";
import { watchForCancel } from "./cancel-run.ts";
import { type KnownPlace, resourceOf } from "./known-places.ts";
import { type KeptFailure, keptFailure, type Outcome } from "./outcome.ts";
import { dropOldRuns } from "./prune.ts";
import { endRun, insertRun, type Keeping, type RunStart, takeOverRun } from "./run-rows.ts";
import type { RunStatus } from "./run-status.ts";
import { mostShown, restoredText, type StoredText, shownText } from "./stored-text.ts";
import type { StoreWriter } from "./writer.ts";

/** How a run ended. */
export type RunEnd = { readonly value: unknown } | { readonly error: FlowError };

/** How a place ended. */
export interface PlaceEnd {
  readonly outcome: Omit<Outcome, "result">;
  readonly result: unknown;
  readonly startedAt: number;
  /** True where nothing else runs that could end in the same turn. */
  readonly isAlone: boolean;
}

/** Who writes to the store, for this run or for many. */
export type Writes = Pick<StoreWriter, "write" | "writeSoon" | "flush">;

/** Writes one run into a store. */
export class RunWriter {
  readonly #database: DatabaseSync;
  readonly #definition: WorkflowDefinition;
  readonly #keeping: Keeping;
  readonly #writer: Writes;
  readonly #insertPlace: StatementSync;
  readonly #insertEvents: StatementSync;
  /** Of its row. */
  #id: string;
  #run: Run | undefined;
  #stopWatching: (() => void) | undefined;
  /** Of the next row. */
  #number: number;
  /** Events of a row that is yet to be written. */
  #events: string[] | undefined;
  /** Characters of output, by resource. */
  readonly #output = new Map<string, number>();

  constructor(database: DatabaseSync, writer: Writes, definition: WorkflowDefinition, keeping: Keeping) {
    this.#database = database;
    this.#definition = definition;
    this.#keeping = keeping;
    this.#id = keeping.id;
    this.#writer = writer;
    database.exec(`PRAGMA synchronous = ${keeping.isJournal ? "FULL" : "NORMAL"}`);
    // Of a run that another process has taken over, nothing more is written.
    this.#insertPlace = database.prepare(
      `INSERT OR REPLACE INTO places SELECT id, ?, ?, ?, ?, ?, ?, ? FROM runs WHERE id = ? AND owner = ?`,
    );
    this.#insertEvents = database.prepare("INSERT INTO events VALUES (?, ?, ?)");
    this.#number = keeping.isResumed ? rowsBefore(database, keeping.id) : 0;
  }

  /** The run starts: it gets its row, or takes over the one that it has. */
  begin(run: Run): void | Promise<void> {
    this.#run = run;
    const { isResumed, isServed } = this.#keeping;
    if (!isServed) this.#watch(run);
    if (isResumed) return this.#write(() => takeOverRun(this.#database, this.#definition, this.#keeping));
    const inputs = this.#text({ ...run.state.inputs }, "the inputs");
    const program = this.#text(this.#keeping.program, "what the run was given");
    const start = { inputs, program, startedAt: Date.now() };
    const begun = this.#write(() => this.#insertRow(start));
    // Many requests are written at a time, and old runs dropped once.
    if (!isServed) this.#writer.writeSoon(() => dropOldRuns(this.#database));
    return begun;
  }

  /** A place has ended. */
  place(place: string, { outcome, result, startedAt, isAlone }: PlaceEnd): void | Promise<void> {
    const parts = this.#text(outcome, `what "${place}" leaves`);
    const value = outcome.failure === undefined ? this.#text(result, `the result of "${place}"`) : undefined;
    const kept = {
      outcome: parts.flaw === "cut" ? "{}" : parts.text,
      result: value?.text ?? null,
      flaw: value?.flaw ?? parts.flaw,
      startedAt,
    };
    return this.#keep(place, kept, isAlone);
  }

  /** An attempt failed and is followed by another. */
  attempt(place: string, failure: KeptFailure): void | Promise<void> {
    const { text: outcome } = this.#text({ failure }, `the failure of "${place}"`);
    return this.#keep(place, { outcome, result: null, flaw: null, startedAt: Date.now() });
  }

  /** A place was taken from another run. */
  copy(place: string, known: KnownPlace): void {
    this.#writer.writeSoon(() => this.#insert(place, known));
  }

  event(event: FlowEvent): void {
    // How many items are done, the end of their resource says.
    if (!this.#keeping.isRecord || this.#run === undefined || event.event === "resource.items") return;
    const kept = event.event === "resource.output" ? this.#withinLimit(event) : event;
    if (kept === undefined) return;
    const text = JSON.stringify(kept);
    if (this.#events !== undefined) this.#events.push(text);
    else this.#startRow([text]);
  }

  /** What comes until it is written is in the same row. */
  #startRow(events: string[]): void {
    const number = this.#number;
    this.#number += 1;
    this.#events = events;
    this.#writer.writeSoon(() => {
      // A transaction that fails is tried again, with the same events.
      if (this.#events === events) this.#events = undefined;
      this.#insertEvents.run(this.#id, number, events.join("\n"));
    });
  }

  /** Resolves when all is written; to the failure where something is lost. */
  async end(end: RunEnd): Promise<FlowError | undefined> {
    const run = this.#run;
    if (run === undefined) return undefined;
    this.#stopWatching?.();
    const result = "value" in end ? this.#text(end.value ?? null, "the result").text : null;
    const failure = "error" in end ? this.#text(keptFailure(end.error), "the failure").text : null;
    const status = statusOf(end, run);
    const ending = { status, endedAt: Date.now(), result, failure };
    this.#writer.writeSoon(() => endRun(this.#database, { ...this.#keeping, id: this.#id }, ending));
    return this.#writer.flush();
  }

  #watch(run: Run): void {
    this.#stopWatching = watchForCancel(this.#database, this.#id, () =>
      run.cancellation.abort(new FlowError("tool_runtime", "the run was cancelled by flowc runs cancel")),
    );
  }

  /** A client may send the id of a run that is there. */
  #insertRow(start: RunStart): void {
    const { id, isServed } = this.#keeping;
    this.#id = id;
    while (!insertRun(this.#database, this.#definition, { ...this.#keeping, id: this.#id }, start)) {
      if (!isServed) throw new FlowError("infra", `there is a run "${id}" already`);
      this.#id = `${id}~${crypto.randomUUID().slice(0, 8)}`;
    }
  }

  #keep(place: string, kept: Omit<KnownPlace, "print" | "endedAt">, isAlone = false): void | Promise<void> {
    const print = this.#definition.prints?.[resourceOf(place)] ?? "";
    const known = { ...kept, print, endedAt: Date.now() };
    return this.#write(() => this.#insert(place, known), isAlone);
  }

  #write(act: () => void, isAlone = false): void | Promise<void> {
    if (this.#keeping.isJournal) return this.#writer.write(act, isAlone);
    this.#writer.writeSoon(act);
  }

  #insert(place: string, { print, outcome, result, flaw, startedAt, endedAt }: KnownPlace): void {
    const { owner } = this.#keeping;
    const id = this.#id;
    const { changes } = this.#insertPlace.run(place, print, outcome, result, flaw, startedAt, endedAt, id, owner);
    if (changes === 0) throw new FlowError("infra", `another process has taken over the run ${id}`);
  }

  #text(value: unknown, what: string): StoredText {
    const { secrets } = this.#run as Run;
    return this.#keeping.isJournal ? restoredText(value, secrets, what) : shownText(value, secrets);
  }

  /** The line; in place of the first beyond the limit, a note; of all others nothing. */
  #withinLimit(event: FlowEvent): FlowEvent | undefined {
    const { actionId = "", line = "" } = event;
    const before = this.#output.get(actionId) ?? 0;
    this.#output.set(actionId, before + line.length);
    if (before + line.length <= mostShown) return event;
    return before <= mostShown ? { ...event, line: "… (the rest of the output is not recorded)" } : undefined;
  }
}

/** How many rows of events earlier processes have written. */
function rowsBefore(database: DatabaseSync, id: string): number {
  const last = database.prepare("SELECT MAX(number) AS number FROM events WHERE run = ?").get(id);
  return Number(last?.["number"] ?? -1) + 1;
}

function statusOf(end: RunEnd, { cancellation: { reason } }: Run): RunStatus {
  if (!("error" in end)) return "completed";
  return reason === undefined || reason instanceof RunTimeout ? "failed" : "cancelled";
}
