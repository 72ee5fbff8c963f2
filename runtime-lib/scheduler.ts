import { bareValue, failureOf, type ResourceDefinition } from "./definition.ts";
import { FlowError, toFlowError } from "./errors.ts";
import type { Arguments, Run } from "./run-state.ts";
import { Step } from "./step.ts";

/**
 * Runs the resources of `run` (spec section 4): each as soon as all it requires have ended, as many at a time as
 * `settings.concurrency` allows. After a failure nothing new starts and what is in flight ends. Resolves when nothing
 * runs any more; rejects with the first failure.
 */
export function schedule(run: Run, resources: readonly ResourceDefinition[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const scheduler = new Scheduler(run, resources, (failure) => (failure === undefined ? resolve() : reject(failure)));
    run.call = (id, given) => scheduler.call(id, given);
    scheduler.advance();
  });
}

class Scheduler {
  readonly #run: Run;
  readonly #done: (failure: FlowError | undefined) => void;
  readonly #resources: ReadonlyMap<string, ResourceDefinition>;
  readonly #waiting = new Map<string, number>();
  readonly #dependents = new Map<string, string[]>();
  readonly #ready: string[] = [];
  /** By id, the end of each resource that somebody has started or waits for. */
  readonly #ended = new Map<string, Promise<FlowError | undefined>>();
  /** Ids of resources that have got as far as an event of their own. */
  readonly #begun = new Set<string>();
  /** All resources, also those that only run when called. */
  #byId: ReadonlyMap<string, ResourceDefinition> | undefined;
  #next = 0;
  #active = 0;
  #failed: { readonly id: string; readonly error: FlowError } | undefined;

  constructor(run: Run, resources: readonly ResourceDefinition[], done: (failure: FlowError | undefined) => void) {
    this.#run = run;
    this.#done = done;
    this.#resources = new Map(resources.map((resource) => [resource.id, resource]));
    for (const { id, requires } of resources) {
      this.#dependents.set(id, []);
      // What a request leaves out, because it is bound to another route, is not waited for.
      const awaited = requires.filter((required) => this.#resources.has(required));
      for (const required of awaited) this.#dependents.get(required)?.push(id);
      this.#waiting.set(id, awaited.length);
      if (awaited.length === 0) this.#ready.push(id);
    }
  }

  /** Starts whatever may start; ends the run when nothing is left. */
  advance(): void {
    while (this.#mayStart()) {
      const resource = this.#resources.get(this.#ready[this.#next] ?? "");
      this.#next += 1;
      if (resource !== undefined && !this.#ended.has(resource.id))
        this.#ended.set(resource.id, this.#runOnce(resource));
    }
    if (this.#active === 0) this.#end();
  }

  /**
   * Runs a resource as a tool of one that is running, with what it requires and has not run yet. Each call has a result
   * of its own. Rejects with the failure; the run goes on.
   */
  async call(id: string, given: Arguments): Promise<unknown> {
    const resource = this.#find(id);
    await this.#provide(resource.requires);
    const step = new Step(this.#run, resource, given);
    this.#active += 1;
    const failure = await this.#execute(resource, step);
    this.#active -= 1;
    this.advance();
    if (failure !== undefined) throw failure;
    return bareValue(resource, (step.results as Readonly<Record<string, unknown>>)[id]);
  }

  #mayStart(): boolean {
    return (
      this.#failed === undefined &&
      !this.#run.cancellation.aborted &&
      this.#active < this.#run.concurrency &&
      this.#next < this.#ready.length
    );
  }

  #find(id: string): ResourceDefinition {
    this.#byId ??= new Map(this.#run.definition.resources.map((resource) => [resource.id, resource]));
    const resource = this.#byId.get(id);
    if (resource === undefined) throw new FlowError("tool_runtime", `there is no resource "${id}"`);
    return resource;
  }

  /** Waits until these resources have ended; starts those that nobody has started. Rejects where one has failed. */
  async #provide(ids: readonly string[]): Promise<void> {
    const failures = await Promise.all(
      ids.map((id) => {
        const ended = this.#ended.get(id) ?? this.#runFor(this.#find(id));
        this.#ended.set(id, ended);
        return ended.then((failure) => failure && failureOfResource(id, failure));
      }),
    );
    if (this.#run.cancellation.reason !== undefined) throw this.#run.cancellation.reason;
    const failure = failures.find((found) => found !== undefined);
    if (failure !== undefined) throw failure;
  }

  async #runFor(resource: ResourceDefinition): Promise<FlowError | undefined> {
    const late = this.#resources.has(resource.id) && this.#failed;
    if (late) return new FlowError("tool_runtime", `not started: "${late.id}" failed`);
    try {
      const leftOut = (id: string) => this.#resources.has(resource.id) && !this.#resources.has(id);
      await this.#provide(resource.requires.filter((id) => !leftOut(id)));
    } catch (thrown) {
      return toFlowError(thrown);
    }
    return this.#runOnce(resource);
  }

  /** Runs a resource on behalf of all that require it. Resolves to its failure, if it has one. */
  async #runOnce(resource: ResourceDefinition): Promise<FlowError | undefined> {
    this.#active += 1;
    const failure = await this.#execute(resource, new Step(this.#run, resource));
    if (failure === undefined) this.#release(resource.id);
    else if (this.#resources.has(resource.id)) this.#failed ??= { id: resource.id, error: failure };
    this.#active -= 1;
    this.advance();
    return failure;
  }

  async #execute(resource: ResourceDefinition, step: Step): Promise<FlowError | undefined> {
    this.#begun.add(resource.id);
    try {
      await resource.run(step);
      this.#reportEnd(resource, step);
      return undefined;
    } catch (thrown) {
      return this.#recover(resource, step, toFlowError(thrown));
    }
  }

  #reportEnd({ id, type }: ResourceDefinition, step: Step): void {
    const { skipped, usage } = step;
    const fields = { actionId: id, resourceType: type };
    const tokens = usage === undefined ? {} : { usage };
    if (skipped !== undefined) this.#run.emit?.("resource.skipped", { ...fields, message: skipped });
    else this.#run.emit?.("resource.completed", { ...fields, durationMs: duration(step), ...tokens });
  }

  /** A failure is passed on, unless `onError` says that others go on with the fallback or nil. */
  #recover(resource: ResourceDefinition, step: Step, error: FlowError): FlowError | undefined {
    const policy = resource.onError;
    let failure = error;
    let recovered = false;
    try {
      if (policy !== undefined && !this.#run.cancellation.aborted && step.applies(error)) {
        const seen = failureOf(error, resource.id, step.attempt);
        policy.run?.(step, seen);
        recovered = policy.action === "continue" || (policy.action === "retry" && policy.fallback !== undefined);
        const results = step.results as Record<string, unknown>;
        if (recovered) results[resource.id] = policy.fallback?.(step, seen) ?? null;
      }
    } catch (thrown) {
      recovered = false;
      failure = toFlowError(thrown);
    }
    this.#reportFailure(resource, step, failure);
    return recovered ? undefined : failure;
  }

  #reportFailure(resource: ResourceDefinition, step: Step, { message, failureClass }: FlowError): void {
    const fields = { actionId: resource.id, resourceType: resource.type };
    if (step.startedAt === undefined) this.#run.emit?.("resource.started", fields);
    this.#run.emit?.("resource.failed", { ...fields, message, failureClass, durationMs: duration(step) });
  }

  #release(id: string): void {
    for (const dependent of this.#dependents.get(id) ?? []) {
      const left = (this.#waiting.get(dependent) ?? 0) - 1;
      this.#waiting.set(dependent, left);
      if (left === 0) this.#ready.push(dependent);
    }
  }

  #end(): void {
    const { reason } = this.#run.cancellation;
    const cause = this.#failed === undefined ? "the run was cancelled" : `"${this.#failed.id}" failed`;
    if (this.#failed !== undefined || reason !== undefined) this.#skipTheRest(cause);
    this.#done(reason ?? (this.#failed && failureOfResource(this.#failed.id, this.#failed.error)));
  }

  #skipTheRest(cause: string): void {
    for (const { id, type } of this.#resources.values()) {
      if (!this.#begun.has(id))
        this.#run.emit?.("resource.skipped", { actionId: id, resourceType: type, message: `not started: ${cause}` });
    }
  }
}

/** The failure of a run: that of one resource. */
export function failureOfResource(id: string, error: FlowError): FlowError {
  const details = { ...error.details, actionId: id, cause: error };
  return new FlowError(error.failureClass, `"${id}" failed: ${error.message}`, details);
}

function duration(step: Pick<Step, "startedAt">): number {
  return step.startedAt === undefined ? 0 : Math.round(performance.now() - step.startedAt);
}
