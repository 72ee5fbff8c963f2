import { readFileSync } from "node:fs";
import { failureOf, type ResourceDefinition, type Validator } from "./definition.ts";
import { FlowError, toFlowError } from "./errors.ts";
import type { TokenUsage } from "./events.ts";
import { validateInputs } from "./inputs.ts";
import type { ApiResponse, ApiResult, Arguments, Run, State, StateTypes } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import { sleep } from "./timer.ts";

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

  /** `given`: the arguments, where the resource is called as a tool; its result is then its caller's alone. */
  constructor(run: Run, definition: ResourceDefinition, given?: Arguments) {
    this.id = definition.id;
    this.#run = run;
    this.#definition = definition;
    this.#state = (given === undefined ? run.state : callState(run.state, given)) as State<Types>;
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
    return this.#run.call?.(id, given) ?? Promise.reject(new Error(`no resource "${id}" can be called`));
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

  /** Inputs that must be given. */
  require(...names: readonly string[]): void {
    const inputs = this.inputs as Readonly<Record<string, unknown>>;
    const missing = names.filter((name) => inputs[name] === null || inputs[name] === undefined || inputs[name] === "");
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
          message: error.message,
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
    return when === undefined || when(this, failureOf(error, this.id, this.attempt));
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
    return this.#run.environment[name] ?? "";
  }

  /** An environment variable; nil where it is not set. */
  optionalEnv(name: string): string | null {
    return this.#run.environment[name] ?? null;
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
function callState({ results, names, inputs }: State, given: Arguments): State {
  return {
    results: Object.create(results),
    names,
    inputs: Object.assign(Object.create(null), inputs, given),
  };
}

/** Failures that another attempt may mend. */
const transientClasses = new Set(["timeout", "provider", "infra", "tool_runtime"]);
