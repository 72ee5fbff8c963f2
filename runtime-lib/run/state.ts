import type { Cancellation } from "./cancellation.ts";
import type { ResourceDefinition, WorkflowDefinition } from "./definition.ts";
import { type RunEffects, wallTime } from "./effects.ts";
import type { EventDetails, EventKind, EventSink } from "./events.ts";
import type { Journal } from "./journal.ts";
import { Secrets } from "./secrets.ts";
import { Slots } from "./slots.ts";
import type { RunTrace } from "./trace.ts";
import { Bare } from "./values.ts";

/** The request that a run answers, if any. */
export interface RunRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Address of the client. */
  readonly ip?: string;
  readonly file?: RunFile | undefined;
}

/** A file given to a run: `get('file')`. */
export interface RunFile {
  readonly path: string;
  readonly type: string;
}

/** The values that one run works on. `Types` are those of the emitted module. */
export interface State<Types extends StateTypes = StateTypes> {
  readonly results: Types["results"];
  readonly names: Types["names"];
  readonly inputs: Types["inputs"];
}

export interface StateTypes {
  results: object;
  names: object;
  inputs: object;
}

/** The state of resources before any has run. */
export function newState(resources: readonly ResourceDefinition[], inputs: object): State {
  const results: Record<string, unknown> = new Bare();
  for (const { id } of resources) results[id] = null;
  return { results, names: new Bare(), inputs };
}

/** The arguments of a tool's call, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Who runs a resource as a tool of the step that calls it, with arguments, in the slots of that step. */
export interface Caller {
  call(id: string, given: Arguments, caller: { readonly slots: Slots; readonly names: object }): Promise<unknown>;
}

/** Everything that the resources of one run share. */
export interface Run {
  readonly definition: WorkflowDefinition;
  /** Of the workflow, or of the component that runs: all that can run, also what only runs when called. */
  readonly resources: readonly ResourceDefinition[];
  readonly state: State;
  readonly request: RunRequest | undefined;
  readonly file: RunFile | undefined;
  readonly cancellation: Cancellation;
  /** Environment of child processes; set once the inputs are known. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The response of each resource that gave one. */
  readonly responses: Map<string, ApiResponse>;
  readonly closers: Set<() => void | Promise<void>>;
  readonly slots: Slots;
  readonly secrets: Secrets;
  /** What executors keep for the whole run, such as connections. */
  readonly shared: Map<object, unknown>;
  /** What stands in for the world, where something does. */
  readonly effects: RunEffects | undefined;
  readonly trace: RunTrace | undefined;
  /** In front of its resources' ids where it is the run of a component: `caller/`. */
  readonly path: string;
  /** Set when the run is scheduled. */
  caller: Caller | undefined;
  /** UUID of the run, made when first asked for. */
  readonly id: string;
  /** Of the workflow's files, where that is not the bundle's own. */
  readonly folder: string | undefined;
  /** Inputs as given, before defaults and validation. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly emit: Emit | undefined;
  /** Takes what is not part of the stream of events: lines of output, counts of items. */
  readonly detail: Emit | undefined;
  /** Keeps what has been done; undefined where nothing is kept. */
  readonly journal: Journal | undefined;
}

/** Completes an event of one run and hands it on. */
export type Emit = (kind: EventKind, details?: EventDetails) => void;

/** The run of one workflow, before anything has happened. */
export class StartedRun implements Run {
  readonly definition: WorkflowDefinition;
  readonly state: State;
  readonly request: RunRequest | undefined;
  readonly file: RunFile | undefined;
  readonly cancellation: Cancellation;
  readonly resources: readonly ResourceDefinition[];
  environment: Readonly<Record<string, string | undefined>>;
  caller: Run["caller"];
  readonly given: Readonly<Record<string, unknown>>;
  readonly folder: string | undefined;
  readonly effects: RunEffects | undefined;
  readonly trace: RunTrace | undefined;
  readonly emit: Run["emit"];
  readonly detail: Run["detail"];
  readonly journal: Run["journal"];
  readonly path = "";
  readonly #concurrency: number;
  // What many a run never asks for is made when it does.
  #id: string | undefined;
  #slots: Slots | undefined;
  #closers: Run["closers"] | undefined;
  #shared: Run["shared"] | undefined;
  #secrets: Secrets | undefined;
  #responses: Run["responses"] | undefined;

  constructor(
    parts: Pick<
      Run,
      | "definition"
      | "state"
      | "request"
      | "file"
      | "cancellation"
      | "environment"
      | "given"
      | "folder"
      | "journal"
      | "effects"
      | "trace"
    > & {
      readonly runId: string | undefined;
      readonly concurrency: number;
      readonly sink: EventSink | undefined;
      readonly detailSink: EventSink | undefined;
    },
  ) {
    this.definition = parts.definition;
    this.state = parts.state;
    this.request = parts.request;
    this.file = parts.file;
    this.cancellation = parts.cancellation;
    this.resources = parts.definition.resources;
    this.#concurrency = parts.concurrency;
    this.environment = parts.environment;
    this.given = parts.given;
    this.folder = parts.folder;
    this.journal = parts.journal;
    this.effects = parts.effects;
    this.trace = parts.trace;
    this.#id = parts.runId;
    this.emit = this.#emitter(parts.sink);
    this.detail = this.#emitter(parts.detailSink);
  }

  #emitter(sink: EventSink | undefined): Emit | undefined {
    const emit = emitter(this.definition.name, () => this.id, sink, this);
    return emit && ((kind, details) => emit(kind, details && withoutSecrets(details, this.secrets)));
  }

  get id(): string {
    this.#id ??= crypto.randomUUID();
    return this.#id;
  }

  get secrets(): Secrets {
    this.#secrets ??= new Secrets();
    return this.#secrets;
  }

  get responses(): Run["responses"] {
    this.#responses ??= new Map();
    return this.#responses;
  }

  get slots(): Slots {
    // Where time is simulated, how long a turn of the event loop lasts decides nothing.
    this.#slots ??= this.effects?.clock
      ? new Slots(this.#concurrency, undefined, undefined, atOnce)
      : new Slots(this.#concurrency);
    return this.#slots;
  }

  get closers(): Run["closers"] {
    this.#closers ??= new Set();
    return this.#closers;
  }

  get shared(): Run["shared"] {
    this.#shared ??= new Map();
    return this.#shared;
  }

  /** Closes what is to be closed at the end; undefined where there is nothing. */
  close(): Promise<unknown> | undefined {
    return this.#closers && Promise.all([...this.#closers].map((close) => close()));
  }
}

function atOnce(act: () => void): void {
  act();
}

/** What `apiResponse` says. */
export interface ApiResponse {
  readonly success: unknown;
  readonly response: unknown;
  readonly statusCode?: unknown;
  readonly headers?: unknown;
}

/** What an event says, with the run's secrets masked. */
function withoutSecrets(details: EventDetails, secrets: Secrets): EventDetails {
  const { message, line, command, tail } = details;
  if (message === undefined && line === undefined) return details;
  return {
    ...details,
    ...(message !== undefined && { message: secrets.redact(message) }),
    ...(line !== undefined && { line: secrets.redact(line) }),
    ...(command !== undefined && { command: secrets.redact(command) }),
    ...(tail !== undefined && { tail: secrets.redactTail(tail) }),
  };
}

/**
 * A function that completes events of one run and hands them on; undefined without a sink, which costs nothing. The id is
 * asked for when somebody reads it: making one takes longer than many a run.
 */
export function emitter(
  workflowId: string,
  runId: () => string,
  sink: EventSink | undefined,
  run: Pick<Run, "effects"> = { effects: undefined },
): Run["emit"] {
  if (sink === undefined) return undefined;
  return (event, details) =>
    sink({
      event,
      workflowId,
      get runId() {
        return runId();
      },
      emittedAt: new Date(wallTime(run)).toISOString(),
      ...details,
    });
}

/** The value of a resource that only has an `apiResponse`. */
// biome-ignore lint/suspicious/noExplicitAny: what it is, only the run knows; emitted code reads its fields
export type ApiResult = Readonly<Record<"success" | "response", any>>;
