import { availableParallelism } from "node:os";
import { askedProblems } from "./asked-inputs.ts";
import { both } from "./both.ts";
import type { Given, runOptions } from "./caller-options.ts";
import { Cancellation, cancelled, runTimeout } from "./cancellation.ts";
import { checkMachine } from "./check-machine.ts";
import { bareValue, noResource, type ResourceDefinition, type WorkflowDefinition } from "./definition.ts";
import { isTooDeep, tooDeep } from "./depth.ts";
import { FlowError, InvalidInput, Refusal, toFlowError } from "./errors.ts";
import { type Execution, onlyExecution, wholeExecution } from "./execution.ts";
import { prepareInputs } from "./inputs.ts";
import type { Journal } from "./journal.ts";
import { failureOfResource, runInOrder, schedule } from "./scheduler.ts";
import { type ApiResponse, newState, type Run, type RunFile, StartedRun } from "./state.ts";
import { Step } from "./step.ts";
import { startTimer } from "./timer.ts";
import type { RunTrace } from "./trace.ts";
import { isLongTurn, wholeTurn } from "./turn.ts";
import { Bare } from "./values.ts";

/** What one run is given: by a program, and by flowc's own commands. */
export interface RunOptions extends Given<typeof runOptions> {
  /** Of a call that may be made again: where runs are in a database, the same key is the same run. */
  readonly key?: string | undefined;
  /** Keeps what the run does; what it has kept of an earlier process is not done again. */
  readonly journal?: Journal | undefined;
  /** Makes spans of the run: it takes the events too. */
  readonly trace?: RunTrace | undefined;
}

/** How a completed run ended. */
export interface RunResult {
  /** The target's value; with `apiResponse`, the map of `success` and `response`. */
  readonly value: unknown;
  readonly apiResponse: ApiResponse | undefined;
}

/** What a server brings. */
export interface Prepared {
  readonly execution: Execution;
  readonly surroundings: Surroundings;
  /** Of this run. The server cancels it, also at the workflow's own timeout. */
  readonly cancellation: Cancellation;
}

/** What a run of one request brings that no server has taken. */
type Decided = Pick<Prepared, "execution"> & Partial<Prepared>;

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
  prepared?: Decided,
): Promise<RunResult> {
  const cancellation = prepared?.cancellation ?? new Cancellation();
  const isServed = prepared?.cancellation !== undefined;
  const letGo = isServed ? undefined : watchOver(cancellation, options, definition.timeoutMs);
  const run = newRun(definition, options, cancellation, prepared?.surroundings);
  try {
    if (options.request !== undefined && prepared === undefined)
      throw new InvalidInput("preflight", "this workflow has no routes: it takes no request");
    const { only } = options;
    const whole = only === undefined ? wholeExecution : () => onlyExecution(definition, only);
    const { resources, answer } = prepared?.execution ?? whole(definition);
    // A server has looked before it listened.
    if (!isServed) checkMachine(definition);
    preflight(run, resources);
    if (definition.preflight !== undefined) await preflightChecks(run, definition.preflight);
    if (run.journal !== undefined) await run.journal.begin(run);
    run.emit?.("workflow.started");
    await schedule(run, resources);
    // A signal or a deadline that has come meanwhile counts.
    if (isLongTurn()) await wholeTurn();
    if (cancellation.reason !== undefined) throw cancellation.reason;
    return completed(run, answer);
  } catch (thrown) {
    throw failed(run, thrown);
  } finally {
    letGo?.();
    const closing = run.close();
    if (closing !== undefined) await closing;
  }
}

/** The same for an execution whose resources wait for nothing. Throws the FlowError. */
export function executeInOrder(definition: WorkflowDefinition, options: RunOptions, prepared: Prepared): RunResult {
  const { execution, surroundings, cancellation } = prepared;
  const run = newRun(definition, options, cancellation, surroundings);
  try {
    preflight(run, execution.resources);
    run.emit?.("workflow.started");
    runInOrder(run, execution.resources);
    return completed(run, execution.answer);
  } catch (thrown) {
    throw failed(run, thrown);
  }
}

function completed(run: Run, answer: string): RunResult {
  const apiResponse = run.responses.get(answer);
  const value =
    apiResponse === undefined
      ? mainValue(run, answer)
      : { success: apiResponse.success, response: apiResponse.response };
  if (isTooDeep(value)) throw new FlowError("tool_runtime", `the result ${tooDeep}`);
  run.emit?.("workflow.completed");
  return { value, apiResponse };
}

/** The failure of a run that never began, reported as its event. */
export function refused(definition: WorkflowDefinition, options: RunOptions, thrown: unknown): FlowError {
  return failed(newRun(definition, options, new Cancellation()), thrown);
}

function failed(run: Run, thrown: unknown): FlowError {
  const error = run.secrets.redactError(toFlowError(thrown));
  run.emit?.("workflow.failed", { message: error.message, failureClass: error.failureClass });
  return error;
}

/** The state of a run before anything has been prepared. */
export function newRun(
  definition: WorkflowDefinition,
  options: RunOptions,
  cancellation: Cancellation,
  { environment, processors } = options.effects?.surroundings ?? surroundings(),
): StartedRun {
  return new StartedRun({
    definition,
    state: newState(definition.resources, new Bare()),
    request: options.request,
    file: options.file === undefined ? options.request?.file : fileOf(options.file),
    cancellation,
    environment,
    concurrency: definition.concurrency ?? Math.max(4, 2 * processors),
    given: options.inputs ?? {},
    runId: options.runId,
    folder: options.folder,
    journal: options.journal,
    effects: options.effects,
    trace: options.trace,
    sink: both(options.onEvent, options.trace?.onEvent),
    detailSink: options.onDetail,
  });
}

/** Everything that can be known before the first resource: environment variables and inputs. */
function preflight(run: Run, resources: readonly ResourceDefinition[]): void {
  const { definition } = run;
  prepareInputs(definition, run.given, run.state.inputs as Record<string, unknown>);
  if (definition.environment !== undefined) {
    const step = new Step(run, noResource);
    run.environment = { ...run.environment, ...evaluate(step, definition.environment) };
  }
  const missing = definition.requiredEnvironment.filter(({ name }) => run.environment[name] === undefined);
  if (missing.length > 0) {
    const list = missing.map(({ name, place }) => `${name} (read in ${place})`).join(", ");
    throw new FlowError("preflight", `environment variable not set: ${list}`);
  }
  if (run.request !== undefined) checkGiven(run, resources);
}

/** What executors ask of the machine: programs, connection strings. */
async function preflightChecks(run: Run, checks: NonNullable<WorkflowDefinition["preflight"]>): Promise<void> {
  const step = new Step(run, noResource);
  for (const check of checks) await evaluate(step, check);
}

/** Evaluates an expression outside all resources; a failure names its place. */
export function evaluate<Value>(step: Step, make: (step: Step) => Value): Value {
  try {
    return make(step);
  } catch (thrown) {
    throw step.failure(thrown);
  }
}

/** What the resources of a request ask of its inputs is looked at before any of them runs, and reported together. */
function checkGiven(run: Run, resources: readonly ResourceDefinition[]): void {
  let first: ResourceDefinition | undefined;
  const problems = new Set<string>();
  const asked: string[] = [];
  for (const resource of resources) {
    const { required = [], validate } = resource;
    if (required.length === 0 && validate === undefined) continue;
    const unasked = required.filter((name) => !asked.includes(name));
    asked.push(...unasked);
    const found = askedProblems(run, run.state.inputs, { required: unasked, validator: validate, asked });
    for (const problem of found) problems.add(problem);
    if (problems.size > 0) first ??= resource;
  }
  if (first !== undefined) throw failureOfResource(first.id, new Refusal("validation", [...problems].join("; ")));
}

function mainValue(run: Run, id: string): unknown {
  const target = run.resources.find((resource) => resource.id === id);
  return target === undefined ? null : bareValue(target, (run.state.results as Readonly<Record<string, unknown>>)[id]);
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

/** A file by its path; its ending gives its type. */
export function fileOf(path: string): RunFile {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return { path, type: mediaTypes[extension] ?? "application/octet-stream" };
}

/** Cancels with the caller's signal and at the workflow's own timeout. Returns how to let go of both. */
function watchOver(
  cancellation: Cancellation,
  { signal: outer, effects }: RunOptions,
  timeoutMs: number | undefined,
): () => void {
  const forward = (): void => cancellation.abort(cancelled(outer?.reason));
  if (outer?.aborted) forward();
  else outer?.addEventListener("abort", forward, { once: true });
  const expire = (): void => cancellation.abort(runTimeout(timeoutMs ?? 0, cancellation.runner));
  const stop = startTimer(timeoutMs, expire, effects?.clock);
  return () => {
    stop();
    outer?.removeEventListener("abort", forward);
  };
}
