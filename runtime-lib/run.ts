import { availableParallelism } from "node:os";
import { bareValue, noResource, type ResourceDefinition, type WorkflowDefinition } from "./definition.ts";
import { FlowError, RunTimeout, toFlowError } from "./errors.ts";
import type { EventSink } from "./events.ts";
import { type Execution, executionOf } from "./execution.ts";
import { prepareInputs } from "./inputs.ts";
import { type ApiResponse, emitter, type Run, type RunFile, type RunRequest } from "./run-state.ts";
import { failureOfResource, schedule } from "./scheduler.ts";
import { Step } from "./step.ts";

/** What one run is given. */
export interface RunOptions {
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Path of the input file: `get('file')`. */
  readonly file?: string;
  /** Aborting it cancels the run: child processes are ended and `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onEvent?: EventSink;
  readonly request?: RunRequest;
}

/** How a completed run ended. */
export interface RunResult {
  /** The target's value; with `apiResponse`, the map of `success` and `response`. */
  readonly value: unknown;
  readonly apiResponse: ApiResponse | undefined;
}

/** What a server makes once for all its runs. */
export interface Prepared {
  readonly execution: Execution;
  readonly surroundings: Surroundings;
}

/** What a run finds on its machine. */
export interface Surroundings {
  /** The process's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly processors: number;
}

/** Looks at the machine, which takes longer than many a run. */
export function surroundings(): Surroundings {
  // A copy: reading the process's own costs a system call a variable, for each command.
  return { environment: { ...process.env }, processors: availableParallelism() };
}

/** Runs a compiled workflow once. Rejects with a FlowError; every event of the run has been emitted by then. */
export async function execute(
  definition: WorkflowDefinition,
  options: RunOptions = {},
  prepared?: Prepared,
): Promise<RunResult> {
  const cancel = new Cancellation(options.signal, definition.timeoutMs);
  const run = newRun(definition, options, { signal: cancel.signal, ...(prepared?.surroundings ?? surroundings()) });
  try {
    const { resources, answer } = prepared?.execution ?? executionOf(definition, options.request);
    preflight(run);
    if (options.request !== undefined) checkGiven(run, resources);
    await preflightChecks(run);
    run.emit?.("workflow.started");
    await schedule(run, resources);
    run.emit?.("workflow.completed");
    const apiResponse = run.responses.get(answer);
    const value =
      apiResponse === undefined
        ? mainValue(run, answer)
        : { success: apiResponse.success, response: apiResponse.response };
    return { value, apiResponse };
  } catch (thrown) {
    const error = toFlowError(thrown);
    run.emit?.("workflow.failed", { message: error.message, failureClass: error.failureClass });
    throw error;
  } finally {
    cancel.end();
    await Promise.all([...run.closers].map((close) => close()));
  }
}

/** The state of a run before anything has been prepared. */
export function newRun(
  definition: WorkflowDefinition,
  options: RunOptions,
  { signal, environment, processors }: Surroundings & Pick<Run, "signal">,
): Run {
  const results: Record<string, unknown> = Object.create(null);
  for (const { id } of definition.resources) results[id] = null;
  const needsId = options.onEvent !== undefined;
  let id = needsId ? crypto.randomUUID() : "";
  return {
    definition,
    state: { results, names: Object.create(null), inputs: Object.create(null) },
    request: options.request,
    file: options.file === undefined ? options.request?.file : fileOf(options.file),
    signal,
    environment,
    concurrency: definition.concurrency ?? Math.max(4, 2 * processors),
    responses: new Map(),
    closers: new Set(),
    call: undefined,
    shared: new Map(),
    get id() {
      if (id === "") id = crypto.randomUUID();
      return id;
    },
    emit: emitter(definition.name, id, options.onEvent),
    given: options.inputs ?? {},
  };
}

/** Everything that can be known before the first resource: environment variables and inputs. */
function preflight(run: Run): void {
  const { definition } = run;
  Object.assign(run.state.inputs, prepareInputs(definition, run.given));
  if (definition.environment !== undefined) {
    const step = new Step(run, noResource);
    run.environment = { ...run.environment, ...definition.environment(step) };
  }
  const missing = definition.requiredEnvironment.filter(({ name }) => run.environment[name] === undefined);
  if (missing.length === 0) return;
  const list = missing.map(({ name, place }) => `${name} (read in ${place})`).join(", ");
  throw new FlowError("preflight", `environment variable not set: ${list}`);
}

/** What executors ask of the machine: programs, connection strings. */
async function preflightChecks(run: Run): Promise<void> {
  const { preflight: checks = [] } = run.definition;
  const step = new Step(run, noResource);
  for (const check of checks) await check(step);
}

/** What the resources of a request ask of its inputs is looked at before any of them runs. */
function checkGiven(run: Run, resources: readonly ResourceDefinition[]): void {
  for (const resource of resources) {
    const step = new Step(run, resource);
    try {
      if (resource.required !== undefined) step.require(...resource.required);
      if (resource.validate !== undefined) step.validate(resource.validate);
    } catch (thrown) {
      throw failureOfResource(resource.id, toFlowError(thrown));
    }
  }
}

function mainValue(run: Run, target: string): unknown {
  const result = (run.state.results as Readonly<Record<string, unknown>>)[target];
  const resource = run.definition.resources.find(({ id }) => id === target);
  return resource === undefined ? result : bareValue(resource, result);
}

const mediaTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

function fileOf(path: string): RunFile {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return { path, type: mediaTypes[extension] ?? "application/octet-stream" };
}

/** The caller's signal and the workflow's own timeout as one signal. */
class Cancellation {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #forward = (): void => this.#controller.abort(cancelled(this.#outer?.reason));

  constructor(outer: AbortSignal | undefined, timeoutMs: number | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.#forward();
    else outer?.addEventListener("abort", this.#forward, { once: true });
    if (timeoutMs !== undefined) {
      const late = (): RunTimeout => new RunTimeout("timeout", `the run exceeded its timeout of ${timeoutMs / 1000}s`);
      this.#timer = setTimeout(() => this.#controller.abort(late()), Math.min(timeoutMs, 0x7fffffff));
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#forward);
  }
}

function cancelled(reason: unknown): FlowError {
  return reason instanceof FlowError ? reason : new FlowError("tool_runtime", "the run was cancelled");
}
