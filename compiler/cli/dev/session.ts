import type { DevMessage, DevRunRequest } from "../../page/dev-data.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { DevRuns } from "./dev-runs.ts";
import type { DevActions } from "./dev-server.ts";
import { DevTestRuns } from "./dev-tests.ts";
import { javascriptOf } from "./javascript-of.ts";
import { keptRuns } from "./kept-runs.ts";
import { Listeners } from "./listeners.ts";
import { type CheckedWorkflow, checkForPage } from "./workspace.ts";

/** What a `flowc dev` knows: the workflows as they were checked last, and the runs that it was asked for. */
export class DevSession implements DevActions {
  readonly listeners = new Listeners();
  readonly #paths: readonly string[];
  readonly #context: Context;
  readonly #runs: DevRuns;
  readonly #tests: DevTestRuns;
  #workflows: readonly CheckedWorkflow[] = [];
  #checking: Promise<void> = Promise.resolve();

  /** `paths`: of workflows, absolute. */
  constructor(paths: readonly string[], context: Context) {
    this.#paths = paths;
    this.#context = context;
    this.#runs = new DevRuns(context, this.listeners.send);
    this.#tests = new DevTestRuns(context, this.listeners.send);
  }

  /** Checks all workflows, after what is being checked already. */
  check(): Promise<void> {
    this.#checking = this.#checking.then(async () => {
      const workflows: CheckedWorkflow[] = [];
      for (const path of this.#paths) workflows.push(await checkForPage(path, this.#context));
      this.#workflows = workflows;
      this.listeners.send(this.#shown());
    });
    return this.#checking;
  }

  snapshot(): readonly DevMessage[] {
    const runs = this.#runs.all.map((run) => ({ kind: "run", run }) as const);
    return [this.#shown(), ...runs, ...this.#tests.all.map((tests) => ({ kind: "tests", tests }) as const)];
  }

  async code(id: string): Promise<string | undefined> {
    const workflow = this.#find(id);
    if (workflow === undefined) return undefined;
    const plan = workflow.found?.checked.plan;
    return plan === undefined ? "It does not compile: see Problems." : javascriptOf(plan, this.#context.version);
  }

  run(request: DevRunRequest): string | undefined {
    const workflow = this.#find(request.workflow);
    if (workflow === undefined) return "no such workflow";
    if (workflow.shown.form === undefined) return "it does not compile: see Problems";
    this.#runs.start(workflow, request);
    return undefined;
  }

  cancel(run: string): boolean {
    return this.#runs.cancel(run);
  }

  async kept(id: string): Promise<string | undefined> {
    const workflow = this.#find(id);
    if (workflow === undefined) return "no such workflow";
    try {
      const runs = await keptRuns(workflow, this.#context);
      for (const run of runs) this.listeners.send({ kind: "run", run });
      return runs.length === 0 ? "no runs of this workflow are kept: see flowc run --record" : undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  }

  test(id: string): boolean {
    const workflow = this.#find(id);
    if (workflow !== undefined) this.#tests.start(workflow);
    return workflow !== undefined;
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    await Promise.all([this.#runs.stop(), this.#tests.stop()]);
    await this.#checking;
  }

  #find(id: string): CheckedWorkflow | undefined {
    return this.#workflows.find(({ shown }) => shown.id === id);
  }

  #shown(): DevMessage {
    return { kind: "workflows", workflows: this.#workflows.map(({ shown }) => shown) };
  }
}
