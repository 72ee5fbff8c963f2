import { readFileSync } from "node:fs";
import { failureOf, type ResourceDefinition, type Validator } from "./definition.ts";
import { FlowError, toFlowError } from "./errors.ts";
import type { TokenUsage } from "./events.ts";
import { validateInputs } from "./inputs.ts";
import type { ApiResponse, ApiResult, Arguments, Run, State, StateTypes } from "./run-state.ts";
import type { Slots } from "./slots.ts";
import type { StepContext } from "./step-context.ts";
import { sleep } from "./timer.ts";

/** What became of a failure: the value that stands in for the result, or the failure that it remains. */
export type Recovery =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "failure"; readonly error: FlowError };

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
}

const alone: StepPlace = {};

/** One resource in one run: what emitted code reads, and how it tells the scheduler what happens. */
export class Step<Types extends StateTypes = StateTypes> implements StepContext {
  readonly id: string;
  /** Why the resource was skipped, if it was. */
  skipped: string | undefined;
  attempt = 1;
  startedAt: number | undefined;
  /** Tokens taken so far, where a language model was asked. */
  usage: TokenUsage | undefined;
  readonly #run: Run;
  readonly #definition: ResourceDefinition;
  readonly #state: State<Types>;
  readonly #item: CurrentItem | undefined;
  /** The slots that the one in which this runs was taken from. */
  readonly #around: Slots | undefined;
  #slots: Slots | undefined;
  #itemFailures: FlowError[] | undefined;

  constructor(run: Run, definition: ResourceDefinition, { around, state, item }: StepPlace = alone) {
    this.id = definition.id;
    this.#run = run;
    this.#definition = definition;
    this.#around = around;
    this.#state = (state ?? run.state) as State<Types>;
    this.#item = item;
  }

  /** The same resource for one of its items. */
  forItem(value: unknown, index: number): Step<Types> {
    const place = { around: this.slots, state: this.#state, item: { value, index } };
    return new Step<Types>(this.#run, this.#definition, place);
  }

  /** The run that this is a step of. */
  get run(): Run {
    return this.#run;
  }

  /** How events name what happens inside: with the item, where there is one. */
  get label(): string {
    return this.#item === undefined ? this.id : `${this.id}[${this.#item.index}]`;
  }

  /** For what runs inside this step: the step's own slot, and what is free around it. */
  get slots(): Slots {
    this.#slots ??= (this.#around ?? this.#run.slots).inside();
    return this.#slots;
  }

  get results(): State<Types>["results"] {
    return this.#state.results;
  }

  get names(): State<Types>["names"] {
    return this.#run.state.names;
  }

  get inputs(): State<Types>["inputs"] {
    return this.#state.inputs;
  }

  get signal(): AbortSignal {
    return this.#run.cancellation.signal;
  }

  get environment(): StepContext["environment"] {
    return this.#run.environment;
  }

  get shared(): Map<object, unknown> {
    return this.#run.shared;
  }

  atEnd(close: () => void | Promise<void>): void {
    this.#run.closers.add(close);
  }

  /** An argument of the call, where the resource is a tool that was called; else the input of that name. */
  argument<Value = unknown>(name: string): Value {
    return ((this.inputs as Arguments)[name] ?? null) as Value;
  }

  /** Runs another resource as a tool of this one. */
  call(id: string, given: Arguments): Promise<unknown> {
    return (
      this.#run.caller?.call(id, given, this.slots) ?? Promise.reject(new Error(`no resource "${id}" can be called`))
    );
  }

  used({ promptTokens, completionTokens, totalTokens }: TokenUsage): void {
    const before = this.usage ?? { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    this.usage = {
      promptTokens: before.promptTokens + promptTokens,
      completionTokens: before.completionTokens + completionTokens,
      totalTokens: before.totalTokens + totalTokens,
    };
  }

  /** The resource is about to execute: it was not skipped. */
  start(): void {
    this.startedAt = performance.now();
    this.#run.emit?.("resource.started", { actionId: this.id, resourceType: this.#definition.type });
  }

  /** The resource is bypassed: its value stays nil. */
  skip(condition: string): void {
    this.skipped = `skipped: ${condition}`;
  }

  /** A check that must hold; `message` is what the author wants said where it does not. */
  check(holds: boolean, condition: string, message?: () => string): void {
    if (!holds) throw new FlowError("validation", message === undefined ? `check failed: ${condition}` : message());
  }

  /** Holds the given inputs against a schema that was compiled at build time. */
  validate(validator: Validator): void {
    validateInputs(validator, this.inputs as Readonly<Record<string, unknown>>, FlowError);
  }

  /** Inputs that must be given; `file` is also the file of the run or of the request. */
  require(...names: readonly string[]): void {
    const inputs = this.inputs as Readonly<Record<string, unknown>>;
    const isGiven = (name: string): boolean => name === "file" && this.#run.file !== undefined;
    const missing = names.filter((name) => (inputs[name] ?? "") === "" && !isGiven(name));
    if (missing.length > 0) throw new FlowError("validation", `missing input: ${missing.join(", ")}`);
  }

  /** The response of the workflow, if this resource is its target. */
  respond(response: ApiResponse): ApiResult {
    this.#run.responses.set(this.id, response);
    return { success: response.success, response: response.response };
  }

  /** Runs the executor, and again as `onError` says while the failure is transient (spec section 4). */
  async retry<Result>(execute: () => Promise<Result>): Promise<Result> {
    const policy = this.#definition.onError;
    const retries = policy?.maxRetries ?? 0;
    for (let delay = policy?.retryDelayMs ?? 0; ; delay *= policy?.backoff ?? 1) {
      try {
        return await execute();
      } catch (thrown) {
        const error = toFlowError(thrown);
        const transient = transientClasses.has(error.failureClass) && !this.#run.cancellation.aborted;
        if (!transient || this.attempt > retries || !this.applies(error)) throw error;
        this.#run.emit?.("resource.retrying", {
          actionId: this.id,
          resourceType: this.#definition.type,
          message: this.told(error).message,
          failureClass: error.failureClass,
          attempt: this.attempt,
        });
        await sleep(delay, this.signal);
        this.attempt += 1;
      }
    }
  }

  /** True where `onError.when` lets the action apply to this failure. */
  applies(error: FlowError): boolean {
    const { when } = this.#definition.onError ?? {};
    return when === undefined || when(this, failureOf(error, this.id, this.attempt), ...this.#itemArguments());
  }

  /** What `onError` makes of a failure after the last attempt: others go on with the fallback or nil, or it remains. */
  recover(error: FlowError): Recovery {
    const policy = this.#definition.onError;
    try {
      if (policy === undefined || this.#run.cancellation.aborted || !this.applies(error))
        return { kind: "failure", error };
      const seen = failureOf(error, this.id, this.attempt);
      policy.run?.(this, seen, ...this.#itemArguments());
      const recovers = policy.action === "continue" || (policy.action === "retry" && policy.fallback !== undefined);
      if (!recovers) return { kind: "failure", error };
      return { kind: "value", value: policy.fallback?.(this, seen, ...this.#itemArguments()) ?? null };
    } catch (thrown) {
      return { kind: "failure", error: toFlowError(thrown) };
    }
  }

  /** The failure with the item that it belongs to, where there is one. */
  told(error: FlowError): FlowError {
    if (this.#item === undefined) return error;
    const { failureClass, details, message } = error;
    return new FlowError(failureClass, `items[${this.#item.index}]: ${message}`, { ...details, cause: error });
  }

  /** An item has failed, and the resource goes on without it. */
  noteItemFailure(error: FlowError): void {
    this.#itemFailures ??= [];
    this.#itemFailures.push(error);
  }

  /** What a resource has to tell that has gone on without some of its items. */
  get itemFailure(): FlowError | undefined {
    const failures = this.#itemFailures ?? [];
    const [first] = failures;
    if (first === undefined || failures.length === 1) return first;
    return new FlowError(first.failureClass, `${failures.length} items failed, first ${first.message}`);
  }

  #itemArguments(): readonly [item: unknown, index: number] {
    return [this.#item?.value ?? null, this.#item?.index ?? 0];
  }

  /** `get('body')`, `get('query')`, `get('headers')`; without a request the inputs stand for the body. */
  request(part: "body" | "query" | "headers"): unknown {
    const { request } = this.#run;
    if (part === "body") return request === undefined ? this.inputs : (request.body ?? null);
    return request?.[part] ?? {};
  }

  /** `get('file')` and its parts; nil where no file was given. */
  file(part: "content" | "filepath" | "filetype"): string | null {
    const { file } = this.#run;
    if (file === undefined) return null;
    if (part === "filepath") return file.path;
    if (part === "filetype") return file.type;
    try {
      return readFileSync(file.path, "utf8");
    } catch (error) {
      throw new FlowError("infra", `cannot read the file ${file.path}`, { cause: error });
    }
  }

  /** An environment variable that was set when the run started. */
  env(name: string): string {
    return this.optionalEnv(name) ?? "";
  }

  /** An environment variable; nil where it is not set. */
  optionalEnv(name: string): string | null {
    const value = this.#run.environment[name];
    if (value === undefined) return null;
    this.#run.secrets.add(value);
    return value;
  }

  /** A fact about the run (spec section 3, info). */
  info(name: string): string | null {
    const { definition, id, request } = this.#run;
    if (name === "timestamp") return new Date().toISOString();
    if (name === "id") return id;
    if (name === "workflowId") return definition.name;
    if (name === "version") return definition.version ?? null;
    return name === "method" || name === "path" || name === "ip" ? (request?.[name] ?? null) : null;
  }
}

/** The state of a run as one call sees it: the arguments as inputs, and a place of its own for the result. */
export function callState({ results, names, inputs }: State, given: Arguments): State {
  return {
    results: Object.create(results),
    names,
    inputs: Object.assign(Object.create(null), inputs, given),
  };
}

/** Failures that another attempt may mend. */
const transientClasses = new Set(["timeout", "provider", "infra", "tool_runtime"]);
