import type { Runner } from "./cancellation.ts";
import { bareValue, type ResourceDefinition } from "./definition.ts";
import { FlowError, toFlowError } from "./errors.ts";
import type { Ended } from "./journal.ts";
import { keep } from "./keep.ts";
import { recoveryOf } from "./recovery.ts";
import { reportEnd } from "./report-end.ts";
import type { Slots } from "./slots.ts";
import type { Arguments, Caller, Run } from "./state.ts";
import { callState, Step } from "./step.ts";

/**
 * Runs the resources of `run` (spec section 4): each as soon as all it requires have ended, as many at a time as
 * `settings.concurrency` allows. After a failure nothing new starts and what is in flight ends. Resolves when nothing
 * runs any more; rejects with the first failure.
 */
export function schedule(run: Run, resources: readonly ResourceDefinition[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const scheduler = new Scheduler(run, resources, (failure) => (failure === undefined ? resolve() : reject(failure)));
    // A function written as the value of a property would keep the whole run until V8's next large collection.
    run.caller = scheduler;
    // Of a component's resources nothing is reported but the resource that calls it.
    run.cancellation.runner ??= scheduler;
    scheduler.advance();
  });
}

/** The same for resources that wait for nothing, in their topological order. Throws the first failure. */
export function runInOrder(run: Run, resources: readonly ResourceDefinition[]): void {
  for (const [index, resource] of resources.entries()) {
    const failure = runNow(resource, new Step(run, resource));
    if (failure === undefined) continue;
    const message = `not started: "${resource.id}" failed`;
    for (const { id, type } of resources.slice(index + 1)) {
      run.emit?.("resource.skipped", { actionId: id, resourceType: type, message });
    }
    throw failureOfResource(resource.id, failure);
  }
}

function runNow(resource: ResourceDefinition, step: Step): End {
  try {
    resource.run(step);
    return reportEnd(resource, step, {});
  } catch (thrown) {
    return reportEnd(resource, step, recover(resource, step, step.failure(thrown)));
  }
}

/** How a resource ended: its failure, if it has one. */
type End = FlowError | undefined;

class Scheduler implements Caller, Runner {
  readonly #run: Run;
  readonly #done: (failure: End) => void;
  readonly #resources: ReadonlyMap<string, ResourceDefinition>;
  readonly #waiting = new Map<string, number>();
  readonly #dependents = new Map<string, string[]>();
  readonly #ready: ResourceDefinition[] = [];
  /** By id, the end of each resource that somebody has started or waits for. */
  readonly #ended = new Map<string, Promise<End>>();
  /** Ids of resources that have got as far as an event of their own. */
  readonly #begun = new Set<string>();
  readonly #running = new Set<Step>();
  /** All resources, also those that only run when called. */
  #byId: ReadonlyMap<string, ResourceDefinition> | undefined;
  /** Resources that wait for a slot. */
  #queued = 0;
  #active = 0;
  #isDone = false;
  #failed: { readonly id: string; readonly error: FlowError } | undefined;

  constructor(run: Run, resources: readonly ResourceDefinition[], done: (failure: End) => void) {
    this.#run = run;
    this.#done = done;
    this.#resources = new Map(resources.map((resource) => [resource.id, resource]));
    for (const resource of resources) {
      const { id, requires } = resource;
      this.#dependents.set(id, []);
      // What a request leaves out, because it is bound to another route, is not waited for.
      const awaited = requires.filter((required) => this.#resources.has(required));
      for (const required of awaited) this.#dependents.get(required)?.push(id);
      this.#waiting.set(id, awaited.length);
      if (awaited.length === 0) this.#ready.push(resource);
    }
  }

  /** Asks for a slot for whatever has become ready; ends the run when nothing is left. */
  advance(): void {
    const ready = this.#ready.splice(0);
    this.#queued += ready.length;
    for (const resource of ready) {
      this.#run.slots.take((release) => {
        this.#queued -= 1;
        if (this.#isOver() || this.#ended.has(resource.id)) {
          release();
          this.advance();
        } else {
          const end = this.#inSlot(release, () => this.#runOnce(resource, this.#run.slots));
          this.#ended.set(resource.id, end);
        }
      });
    }
    if (this.#active === 0 && (this.#queued === 0 || this.#isOver())) this.#end();
  }

  /**
   * Runs a resource as a tool of one that is running, with what it requires and has not run yet, in the slots of the
   * one that waits for it. Each call has a result of its own. Rejects with the failure; the run goes on.
   */
  async call(id: string, given: Arguments, { slots, names }: Pick<Step, "slots" | "names">): Promise<unknown> {
    const resource = this.#find(id);
    await this.#provide(resource.requires, slots);
    const state = callState({ ...this.#run.state, names }, given);
    const failure = await this.#whenFree(slots, () =>
      this.#execute(resource, new Step(this.#run, resource, { around: slots, state })),
    );
    if (failure !== undefined) throw failure;
    return bareValue(resource, (state.results as Readonly<Record<string, unknown>>)[id]);
  }

  running(): readonly string[] {
    return [...new Set([...this.#running].map(({ id }) => id))];
  }

  #isOver(): boolean {
    return this.#failed !== undefined || this.#run.cancellation.aborted;
  }

  /** Waits for a slot, and keeps it while `execute` runs. */
  #whenFree(slots: Slots, execute: () => Promise<End>): Promise<End> {
    return new Promise((resolve) =>
      slots.take((release) => {
        const { reason } = this.#run.cancellation;
        if (reason === undefined) resolve(this.#inSlot(release, execute));
        else {
          release();
          resolve(reason);
        }
      }),
    );
  }

  async #inSlot(release: () => void, execute: () => Promise<End>): Promise<End> {
    this.#active += 1;
    const end = await execute();
    this.#active -= 1;
    release();
    this.advance();
    return end;
  }

  #find(id: string): ResourceDefinition {
    this.#byId ??= new Map(this.#run.resources.map((resource) => [resource.id, resource]));
    const resource = this.#byId.get(id);
    if (resource === undefined) throw new FlowError("tool_runtime", `there is no resource "${id}"`);
    return resource;
  }

  /** Waits until these resources have ended; starts those that nobody has started. Rejects where one has failed. */
  async #provide(ids: readonly string[], slots: Slots): Promise<void> {
    const failures = await Promise.all(
      ids.map((id) => {
        const ended = this.#ended.get(id) ?? this.#runFor(this.#find(id), slots);
        this.#ended.set(id, ended);
        return ended.then((failure) => failure && failureOfResource(id, failure));
      }),
    );
    if (this.#run.cancellation.reason !== undefined) throw this.#run.cancellation.reason;
    const failure = failures.find((found) => found !== undefined);
    if (failure !== undefined) throw failure;
  }

  async #runFor(resource: ResourceDefinition, slots: Slots): Promise<End> {
    const late = this.#resources.has(resource.id) && this.#failed;
    if (late) return new FlowError("tool_runtime", `not started: "${late.id}" failed`);
    try {
      const leftOut = (id: string) => this.#resources.has(resource.id) && !this.#resources.has(id);
      await this.#provide(
        resource.requires.filter((id) => !leftOut(id)),
        slots,
      );
    } catch (thrown) {
      return toFlowError(thrown);
    }
    return this.#whenFree(slots, () => this.#runOnce(resource, slots));
  }

  /** Runs a resource on behalf of all that require it. */
  async #runOnce(resource: ResourceDefinition, slots: Slots): Promise<End> {
    const { journal } = this.#run;
    const failure = await this.#execute(resource, new Step(this.#run, resource, { around: slots, journal }));
    if (failure === undefined) this.#release(resource.id);
    else if (this.#resources.has(resource.id)) this.#failed ??= { id: resource.id, error: failure };
    return failure;
  }

  async #execute(resource: ResourceDefinition, step: Step): Promise<End> {
    this.#begun.add(resource.id);
    const { journal } = step;
    const recorded = journal?.recorded(step);
    if (recorded !== undefined) return reportEnd(resource, step, recorded);
    const startedAt = journal && Date.now();
    this.#running.add(step);
    let ended = await settle(resource, step);
    this.#running.delete(step);
    if (startedAt !== undefined) ended = await keep(step, ended, startedAt);
    return reportEnd(resource, step, ended);
  }

  #release(id: string): void {
    for (const dependent of this.#dependents.get(id) ?? []) {
      const left = (this.#waiting.get(dependent) ?? 0) - 1;
      this.#waiting.set(dependent, left);
      const resource = this.#resources.get(dependent);
      if (left === 0 && resource !== undefined) this.#ready.push(resource);
    }
  }

  #end(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    const { reason } = this.#run.cancellation;
    const cause = this.#failed === undefined ? "the run was cancelled" : `"${this.#failed.id}" failed`;
    if (this.#isOver()) this.#skipTheRest(cause);
    this.#done(reason ?? (this.#failed && failureOfResource(this.#failed.id, this.#failed.error)));
  }

  #skipTheRest(cause: string): void {
    for (const { id, type } of this.#resources.values()) {
      if (!this.#begun.has(id))
        this.#run.emit?.("resource.skipped", { actionId: id, resourceType: type, message: `not started: ${cause}` });
    }
  }
}

async function settle(resource: ResourceDefinition, step: Step): Promise<Ended> {
  try {
    await resource.run(step);
    return {};
  } catch (thrown) {
    return recover(resource, step, step.failure(thrown));
  }
}

/** A failure is passed on, unless `onError` says that others go on with the fallback or nil. */
function recover(resource: ResourceDefinition, step: Step, error: FlowError): Ended {
  // With items, `onError` has had its say on each of them.
  if (resource.items) return { failure: error };
  const recovery = recoveryOf(step, error);
  if (recovery.kind === "failure") return { failure: recovery.error };
  (step.results as Record<string, unknown>)[resource.id] = recovery.value;
  return { recovered: error };
}

/** The failure of a run: that of one resource. */
export function failureOfResource(id: string, error: FlowError): FlowError {
  return error.behind(`"${id}" failed: `, { actionId: id, cause: error });
}
