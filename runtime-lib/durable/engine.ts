import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { WorkflowDefinition } from "../run/definition.ts";
import { FlowError, toFlowError } from "../run/errors.ts";
import type { execute, RunOptions, RunResult } from "../run/run.ts";
import { adoptRuns, becomeLatest } from "./adopt.ts";
import { reach } from "./database-url.ts";
import type { Inside } from "./dbos-writer.ts";
import { errorToKeep, failureFrom } from "./failure.ts";
import { type Given, givenToKeep, type KeptGiven, type RunArguments } from "./given.ts";
import { databasePool, internalQueue, putBack, stopTaking } from "./internals.ts";
import { queueOf, versionOf } from "./names.ts";
import { settleOverlap } from "./overlap.ts";
import { Presence, type Worker } from "./presence.ts";
import { resultFrom } from "./result-from.ts";
import { type KeptResult, runRecorded } from "./run-recorded.ts";
import { RunningRun } from "./running-run.ts";
import { RunningRuns } from "./running-runs.ts";
import { noLogger, serializer } from "./serializer.ts";
import { Sweeper } from "./sweep.ts";
import { makeTables } from "./tables.ts";

/** How a process takes runs from the queue. */
export interface Taking {
  /** How many at a time, where the queue has no limit yet; undefined: 10. */
  readonly concurrency: number | undefined;
  /** So often a run may be interrupted before it is set aside; undefined: 100. */
  readonly attempts: number | undefined;
  /** Runs of other versions that nobody runs any more are this one's. */
  readonly adopts: boolean;
}

/** What an engine is given. */
export interface EngineSettings {
  readonly url: string;
  /** Undefined: it runs what it is told to, and takes nothing. */
  readonly taking: Taking | undefined;
  /** Runs a workflow. */
  readonly start: typeof execute;
  /** What runs from the queue are run with. */
  readonly options: RunOptions;
  /** Takes what is for people to read, a sentence each. */
  readonly say: (text: string) => void;
}

/** Milliseconds between two looks at the queue. */
export const pollMs = 200;
/** So many runs of the queue a worker has at a time, unless it is said otherwise. */
export const usualConcurrency = 10;
/** So often a run may be interrupted before it is set aside; a hand-over counts. */
const usualAttempts = 100;
/** Milliseconds in which the commands of runs that are handed over end: after 2 s they are killed. */
const endingMs = 3_000;

/** One process that runs a workflow durably. There is one in a process, as DBOS has one. */
export class Engine {
  readonly worker: Worker;
  readonly #definition: WorkflowDefinition;
  readonly #settings: EngineSettings;
  readonly #running: RunningRuns;
  readonly #presence: Presence;
  readonly #sweeper: Sweeper;
  readonly #run: (...args: RunArguments) => Promise<KeptResult>;
  /** What those bring that wait here for runs, and what these gave. */
  readonly #here = new Map<string, { readonly options: RunOptions; result?: RunResult }>();
  readonly #outside: Inside = AsyncLocalStorage.snapshot();

  private constructor(definition: WorkflowDefinition, settings: EngineSettings) {
    const { name } = definition;
    const id = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`;
    this.worker = { id, application: name, version: versionOf(definition) };
    this.#definition = definition;
    this.#settings = settings;
    this.#running = new RunningRuns(id);
    this.#presence = new Presence(settings.url, this.worker);
    // A process that takes nothing goes on with runs that others of its kind have left, but for those from the queue.
    const queue = settings.taking === undefined ? internalQueue : queueOf(definition);
    this.#sweeper = new Sweeper(this.worker, queue, settings.say);
    const execute = (...[dueAt, kept]: RunArguments): Promise<KeptResult> => this.#execute(dueAt, kept);
    this.#run = DBOS.registerWorkflow(execute, {
      name: definition.name,
      maxRecoveryAttempts: settings.taking?.attempts ?? usualAttempts,
    });
  }

  /** Makes the tables where there are none, and takes runs from the queue where it is to. Rejects with a FlowError. */
  static async start(definition: WorkflowDefinition, settings: EngineSettings): Promise<Engine> {
    const engine = new Engine(definition, settings);
    try {
      await engine.#launch();
    } catch (thrown) {
      throw failureFrom(thrown);
    }
    return engine;
  }

  /**
   * Runs the workflow here, or waits for the run of that id that there is already. Rejects with its failure. Whoever takes
   * over ends it, where this process is gone before it.
   */
  async runHere(id: string, given: Given, options: RunOptions): Promise<RunResult> {
    const cancel = (): void => void this.#outside(() => DBOS.cancelWorkflow(id)).catch(() => undefined);
    options.signal?.addEventListener("abort", cancel, { once: true });
    try {
      const { ended } = await this.begin(id, given, options);
      return await ended;
    } catch (thrown) {
      if (options.signal?.aborted) throw toFlowError(options.signal.reason);
      throw thrown;
    } finally {
      options.signal?.removeEventListener("abort", cancel);
    }
  }

  /** The same, and it resolves as soon as the run is in the database. Nothing is unhandled where nobody waits for `ended`. */
  async begin(id: string, given: Given, options: RunOptions): Promise<{ readonly ended: Promise<RunResult> }> {
    const here: { readonly options: RunOptions; result?: RunResult } = { options };
    this.#here.set(id, here);
    const forget = (): void => void (this.#here.get(id) === here && this.#here.delete(id));
    try {
      const kept = givenToKeep(this.#definition, given);
      const handle = await DBOS.startWorkflow(this.#run, { workflowID: id })(null, kept);
      const ended = handle
        .getResult({ pollingIntervalMs: pollMs })
        .then(
          (result) => here.result ?? resultFrom(result),
          (thrown: unknown) => {
            throw failureFrom(thrown);
          },
        )
        .finally(forget);
      ended.catch(() => undefined);
      return { ended };
    } catch (thrown) {
      forget();
      throw failureFrom(thrown);
    }
  }

  /** Puts a run on the queue, for whoever takes it; resolves when it is in the database. */
  async enqueue(id: string, given: Given): Promise<void> {
    const kept = givenToKeep(this.#definition, given);
    const where = { workflowID: id, queueName: queueOf(this.#definition) };
    try {
      await DBOS.startWorkflow(this.#run, where)(null, kept);
    } catch (thrown) {
      throw failureFrom(thrown);
    }
  }

  /** Takes nothing more, waits up to `graceMs` for what runs, and hands over the rest: others go on with it at once. */
  async stop(graceMs: number): Promise<void> {
    await this.#sweeper.stop();
    await stopTaking();
    await this.#idle(graceMs);
    if (this.#running.size > 0) {
      const { id, version } = this.worker;
      // Where the database is away, others notice by themselves that this one is gone.
      await putBack(id, version, queueOf(this.#definition)).catch(() => undefined);
      this.#running.letGo();
      await this.#idle(endingMs);
    }
    await this.#presence.end();
  }

  async #idle(limitMs: number): Promise<void> {
    const end = Date.now() + limitMs;
    while (this.#running.size > 0 && Date.now() < end) await sleep(20);
  }

  async #launch(): Promise<void> {
    const { url, say, taking } = this.#settings;
    const { id, application, version } = this.worker;
    DBOS.setConfig({
      name: application,
      systemDatabaseUrl: url,
      executorID: id,
      applicationVersion: version,
      serializer,
      logger: noLogger,
      useListenNotify: false,
      listenQueues: taking === undefined ? [] : [queueOf(this.#definition)],
    });
    await reach(url, async () => {
      await DBOS.launch();
      await makeTables(databasePool());
    });
    await this.#presence.begin();
    if (taking !== undefined) await this.#openQueue(taking);
    if (taking !== undefined) await becomeLatest(this.worker);
    if (taking?.adopts) {
      const adopted = await adoptRuns(this.worker, queueOf(this.#definition));
      if (adopted.length > 0) say(`adopted: ${adopted.join(", ")}`);
    }
    this.#sweeper.start();
  }

  /** The limits of a queue are set once, or by command: workers that each set their own would undo those of others. */
  async #openQueue({ concurrency }: Taking): Promise<void> {
    const queue = await DBOS.registerQueue(queueOf(this.#definition), {
      workerConcurrency: concurrency ?? usualConcurrency,
      minPollingIntervalMs: pollMs,
      onConflict: "never_update",
    });
    const limit = await queue.getWorkerConcurrency();
    if (concurrency !== undefined && limit !== concurrency)
      this.#settings.say(`the queue gives each worker ${limit} runs at a time; queue --concurrency changes that`);
  }

  async #execute(dueAt: RunArguments[0], kept: KeptGiven): Promise<KeptResult> {
    const id = DBOS.workflowID ?? "";
    const { overlap } = this.#definition.schedule ?? {};
    if (dueAt !== null && (await this.#outside(() => settleOverlap(id, overlap))) === "skip")
      throw errorToKeep(new FlowError("tool_runtime", "an earlier run of the schedule goes on"));
    const here = this.#here.get(id);
    const running = new RunningRun(here?.options ?? this.#settings.options);
    const run = {
      ...{ id, definition: this.#definition, running, kept, start: this.#settings.start },
      ...{ inside: AsyncLocalStorage.snapshot() as Inside, outside: this.#outside },
    };
    try {
      const ended = await this.#running.during(id, running, () => runRecorded(run));
      if (here !== undefined) here.result = ended.result;
      return ended.kept;
    } catch (thrown) {
      throw errorToKeep(failureFrom(thrown));
    }
  }
}
