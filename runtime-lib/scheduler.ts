import { failureOf, type ResourceDefinition } from "./definition.ts";
import { FlowError, toFlowError } from "./errors.ts";
import type { Run } from "./run-state.ts";
import { Step } from "./step.ts";

/**
 * Runs the resources of `run` (spec section 4): each as soon as all it requires have ended, as many at a time as
 * `settings.concurrency` allows. After a failure nothing new starts and what is in flight ends. Resolves when nothing
 * runs any more; rejects with the first failure.
 */
export function schedule(run: Run, resources: readonly ResourceDefinition[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const scheduler = new Scheduler(run, resources, (failure) => (failure === undefined ? resolve() : reject(failure)));
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
      if (resource === undefined) continue;
      this.#active += 1;
      void this.#execute(resource);
    }
    if (this.#active === 0) this.#end();
  }

  #mayStart(): boolean {
    return (
      this.#failed === undefined &&
      !this.#run.signal.aborted &&
      this.#active < this.#run.concurrency &&
      this.#next < this.#ready.length
    );
  }

  async #execute(resource: ResourceDefinition): Promise<void> {
    const step = new Step(this.#run, resource);
    try {
      await resource.run(step);
      this.#succeeded(resource, step);
    } catch (thrown) {
      this.#recover(resource, step, toFlowError(thrown));
    }
    this.#active -= 1;
    this.advance();
  }

  #succeeded(resource: ResourceDefinition, step: Step): void {
    const fields = { actionId: resource.id, resourceType: resource.type };
    if (step.skipped === undefined) this.#run.emit?.("resource.completed", { ...fields, durationMs: duration(step) });
    else this.#run.emit?.("resource.skipped", { ...fields, message: step.skipped });
    this.#release(resource.id);
  }

  /** A failure ends the run, unless `onError` says that others go on with the fallback or nil. */
  #recover(resource: ResourceDefinition, step: Step, error: FlowError): void {
    const policy = resource.onError;
    let failure = error;
    let recovered = false;
    try {
      if (policy !== undefined && !this.#run.signal.aborted && step.applies(error)) {
        const seen = failureOf(error, resource.id, step.attempt);
        policy.run?.(step, seen);
        recovered = policy.action === "continue" || (policy.action === "retry" && policy.fallback !== undefined);
        const results = this.#run.state.results as Record<string, unknown>;
        if (recovered) results[resource.id] = policy.fallback?.(step, seen) ?? null;
      }
    } catch (thrown) {
      recovered = false;
      failure = toFlowError(thrown);
    }
    this.#reportFailure(resource, step, failure);
    if (recovered) this.#release(resource.id);
    else this.#failed ??= { id: resource.id, error: failure };
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
    const { signal } = this.#run;
    const cause = this.#failed === undefined ? "the run was cancelled" : `"${this.#failed.id}" failed`;
    if (this.#failed !== undefined || signal.aborted) this.#skipTheRest(cause);
    this.#done(
      signal.aborted
        ? toFlowError(signal.reason)
        : this.#failed && failureOfResource(this.#failed.id, this.#failed.error),
    );
  }

  #skipTheRest(cause: string): void {
    const started = new Set(this.#ready.slice(0, this.#next));
    for (const { id, type } of this.#resources.values()) {
      if (!started.has(id))
        this.#run.emit?.("resource.skipped", { actionId: id, resourceType: type, message: `not started: ${cause}` });
    }
  }
}

/** The failure of a run: that of one resource. */
export function failureOfResource(id: string, error: FlowError): FlowError {
  const details = { ...error.details, actionId: id, cause: error };
  return new FlowError(error.failureClass, `"${id}" failed: ${error.message}`, details);
}

function duration(step: Step): number {
  return step.startedAt === undefined ? 0 : Math.round(performance.now() - step.startedAt);
}
