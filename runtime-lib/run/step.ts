import { noResource, type ResourceDefinition } from "./definition.ts";
import { instant } from "./effects.ts";
import { FlowError, Refusal, toFlowError } from "./errors.ts";
import type { ItemCounts, TokenUsage } from "./events.ts";
import { expressionFailure } from "./expression-failure.ts";
import type { Journal } from "./journal.ts";
import type { Slots } from "./slots.ts";
import type { ApiResponse, ApiResult, Arguments, Run, State, StateTypes } from "./state.ts";
import type { StepContext } from "./step-context.ts";
import { text } from "./values.ts";

/** The item that a resource with `items` is run for. */
interface CurrentItem {
  readonly value: unknown;
  readonly index: number;
}

/** Where a step stands, if not alone and once in its run. */
interface StepPlace {
  /** The slots that the one in which it runs was taken from. */
  readonly around?: Slots;
  /** Where the resource is called as a tool: what the call sees. */
  readonly state?: State;
  readonly item?: CurrentItem;
  /** Keeps its end; a tool's call has none, as it is made again with the chat that makes it. */
  readonly journal?: Journal | undefined;
}

const alone: StepPlace = {};

/**
 * One resource in one run: the values that emitted code works on, what it reports to the scheduler, and what
 * executors know of it. What only some workflows ask of a step is a function of its own, so that others are without it:
 * what was given to the run (given.ts), what inputs must be (asked-inputs.ts), attempts and failures (recovery.ts).
 */
export class Step<Types extends StateTypes = StateTypes> implements StepContext {
  readonly id: string;
  /** The run that this is a step of. */
  readonly run: Run;
  readonly definition: ResourceDefinition;
  readonly item: CurrentItem | undefined;
  readonly journal: Journal | undefined;
  /** Why the resource was skipped, if it was. */
  skipped: string | undefined;
  attempt = 1;
  /** True where an earlier process has run it. */
  isRecorded = false;
  /** For its events: undefined where nobody takes them. */
  startedAt: number | undefined;
  /** The number of the expression that is evaluated, as emitted code notes it; 0: none that may fail. */
  at = 0;
  /** Tokens taken so far, where a language model was asked. */
  usage: TokenUsage | undefined;
  readonly #state: State<Types>;
  /** The slots that the one in which this runs was taken from. */
  readonly #around: Slots | undefined;
  #slots: Slots | undefined;
  /** Of a resource with `items`, once they are known. */
  items: ItemCounts | undefined;
  #itemFailures: FlowError[] | undefined;

  constructor(
    run: Run,
    definition: ResourceDefinition,
    { around, state = run.state, item, journal }: StepPlace = alone,
  ) {
    this.id = definition.id;
    this.run = run;
    this.definition = definition;
    this.#around = around;
    this.#state = (journal === undefined ? state : ownNames(state)) as State<Types>;
    this.item = item;
    this.journal = journal;
  }

  /** The same resource for one of its items. */
  forItem(value: unknown, index: number): Step<Types> {
    const { slots: around, journal } = this;
    const place = { around, state: this.#state, item: { value, index }, journal };
    return new Step<Types>(this.run, this.definition, place);
  }

  /** How events name what happens inside: with the item, where there is one. */
  get label(): string {
    return this.item === undefined ? this.id : `${this.id}[${this.item.index}]`;
  }

  /** Under which a journal keeps it. */
  get place(): string {
    return `${this.run.path}${this.label}`;
  }

  /** For what runs inside this step: the step's own slot, and what is free around it. */
  get slots(): Slots {
    this.#slots ??= (this.#around ?? this.run.slots).inside();
    return this.#slots;
  }

  get results(): State<Types>["results"] {
    return this.#state.results;
  }

  get names(): State<Types>["names"] {
    return this.#state.names;
  }

  get inputs(): State<Types>["inputs"] {
    return this.#state.inputs;
  }

  get signal(): AbortSignal {
    return this.run.cancellation.signal;
  }

  get trace(): StepContext["trace"] {
    return this.run.trace;
  }

  redact(text: string): string {
    return this.run.secrets.redact(text);
  }

  get effects(): StepContext["effects"] {
    return this.run.effects;
  }

  get environment(): StepContext["environment"] {
    return this.run.environment;
  }

  /** A line of output, as an event; what is asked for ahead of all resources belongs to none. */
  get onLine(): StepContext["onLine"] {
    const { detail } = this.run;
    if (detail === undefined || this.definition === noResource) return undefined;
    const { id, definition, item } = this;
    return (stream, line) =>
      detail("resource.output", {
        actionId: id,
        resourceType: definition.type,
        ...(item && { item: item.index }),
        ...(this.attempt > 1 && { attempt: this.attempt }),
        stream,
        line,
      });
  }

  get shared(): Map<object, unknown> {
    return this.run.shared;
  }

  atEnd(close: () => void | Promise<void>): void {
    this.run.closers.add(close);
  }

  /** Runs another resource as a tool of this one. */
  call(id: string, given: Arguments): Promise<unknown> {
    return this.run.caller?.call(id, given, this) ?? Promise.reject(new Error(`no resource "${id}" can be called`));
  }

  used({ promptTokens, completionTokens, totalTokens }: TokenUsage): void {
    const before = this.usage ?? { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    this.usage = {
      promptTokens: before.promptTokens + promptTokens,
      completionTokens: before.completionTokens + completionTokens,
      totalTokens: before.totalTokens + totalTokens,
    };
  }

  /** A value whose expressions have been evaluated: what fails from here on is something else. */
  evaluated<Value>(value: Value): Value {
    this.at = 0;
    return value;
  }

  /**
   * What was thrown as a FlowError: with its place, where an expression failed; of class validation, where that read what
   * the caller gave before anything was done with it.
   */
  failure(thrown: unknown): FlowError {
    const error = toFlowError(thrown);
    const { at } = this;
    this.at = 0;
    return at === 0 ? error : expressionFailure(error, at, this.run.definition.places);
  }

  /** The resource is about to execute: it was not skipped. */
  start(): void {
    this.at = 0;
    const { emit } = this.run;
    if (emit === undefined) return;
    this.startedAt = instant(this.run);
    emit("resource.started", { actionId: this.id, resourceType: this.definition.type });
  }

  /** The resource is bypassed: its value stays nil. */
  skip(condition: string): void {
    this.skipped = `skipped: ${condition}`;
  }

  /** A check that must hold; `message` is what the author wants said where it does not. */
  check(holds: boolean, condition: string, message?: () => unknown): void {
    this.at = 0;
    if (!holds) throw new Refusal("validation", message === undefined ? `check failed: ${condition}` : text(message()));
  }

  /** The response of the workflow, if this resource is its target. */
  respond(response: ApiResponse): ApiResult {
    this.run.responses.set(this.id, response);
    return { success: response.success, response: response.response };
  }

  /** The failure with the item that it belongs to, where there is one. */
  reported(error: FlowError): FlowError {
    if (this.item === undefined) return error;
    return error.behind(`items[${this.item.index}]: `, { cause: error });
  }

  /** An item has ended. */
  countItem(outcome: "done" | "failed"): void {
    if (this.items === undefined) return;
    this.items = { ...this.items, [outcome]: this.items[outcome] + 1 };
    const { id, definition, items } = this;
    this.run.detail?.("resource.items", { actionId: id, resourceType: definition.type, items });
  }

  /** An item has failed, and the resource goes on without it. */
  noteItemFailure(error: FlowError): void {
    this.#itemFailures ??= [];
    this.#itemFailures.push(error);
  }

  /** What a resource reports that has gone on without some of its items. */
  get itemFailure(): FlowError | undefined {
    const failures = this.#itemFailures ?? [];
    const [first] = failures;
    if (first === undefined || failures.length === 1) return first;
    return new FlowError(first.failureClass, `${failures.length} items failed, first ${first.message}`, first.details);
  }
}

/** The same state with names that are put aside: what a step stores is kept with it. */
function ownNames(state: State): State {
  return { ...state, names: Object.create(state.names) };
}

/** The state of a run as one call sees it: the arguments as inputs, and a place of its own for the result. */
export function callState({ results, names, inputs }: State, given: Arguments): State {
  return {
    results: Object.create(results),
    names,
    inputs: Object.assign(Object.create(null), inputs, given),
  };
}
