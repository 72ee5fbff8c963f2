import { createInterface } from "node:readline";
import type { FlowEvent } from "../../../runtime-lib/run/events.ts";
import { effectsOf } from "../../describe/effects.ts";
import type { PageEvent, RunStatus } from "../../page/data.ts";
import type { DevMessage, DevRun, DevRunRequest } from "../../page/dev-data.ts";
import { CodeFrames } from "../report/code-frames.ts";
import { maskedResult } from "../report/masked-result.ts";
import type { Context } from "../shared/context.ts";
import { endOf, startFlowc } from "./start-flowc.ts";
import type { CheckedWorkflow } from "./workspace.ts";

/** Runs that are remembered, lines of output of each, and characters of a result. */
const mostRuns = 30;
const mostLines = 20_000;
const longestResult = 1_000_000;
/** Milliseconds in which events are gathered before they are sent. */
const gatherMs = 50;

/** The runs of a session: each is a `flowc run` of its own, whose events are handed on as they come. */
export class DevRuns {
  readonly #context: Context;
  readonly #send: (message: DevMessage) => void;
  readonly #runs: Running[] = [];

  constructor(context: Context, send: (message: DevMessage) => void) {
    this.#context = context;
    this.#send = send;
  }

  /** All that are remembered, those that began first first. */
  get all(): readonly DevRun[] {
    return this.#runs.map(({ run }) => run);
  }

  start(workflow: CheckedWorkflow, request: DevRunRequest): void {
    const running = new Running(workflow, request, { context: this.#context, send: this.#send });
    this.#runs.push(running);
    const over = this.#runs.findIndex(({ run }) => run.status !== "running");
    if (this.#runs.length > mostRuns && over !== -1) this.#runs.splice(over, 1);
  }

  /** Asks a run to end; asked again, it ends at once. False where there is none. */
  cancel(id: string): boolean {
    const running = this.#runs.find(({ run }) => run.id === id);
    running?.cancel();
    return running !== undefined;
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    for (const running of this.#runs) running.cancel();
    await Promise.all(this.#runs.map(({ ended }) => ended));
  }
}

interface Surroundings {
  readonly context: Context;
  readonly send: (message: DevMessage) => void;
}

/** One run, and what has been heard of it. */
class Running {
  run: DevRun;
  readonly ended: Promise<void>;
  readonly #child: ReturnType<typeof startFlowc>;
  readonly #send: Surroundings["send"];
  readonly #complaints: string[] = [];
  #stdout = "";
  #lines = 0;
  #wasCancelled = false;
  #gathered: PageEvent[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(workflow: CheckedWorkflow, request: DevRunRequest, { context, send }: Surroundings) {
    this.#send = send;
    const inputs = Object.keys(request.inputs).length === 0 ? {} : { inputs: request.inputs };
    const { id: of, name } = workflow.shown;
    this.run = { id: crypto.randomUUID(), of, workflow: name, status: "running", events: [], ...inputs };
    this.#child = startFlowc(argumentsOf(workflow, request), context);
    this.ended = this.#listen(workflow, request, context);
    send({ kind: "run", run: this.run });
  }

  cancel(): void {
    if (this.run.status !== "running") return;
    this.#wasCancelled = true;
    this.#child.kill("SIGINT");
  }

  async #listen(workflow: CheckedWorkflow, { inputs }: DevRunRequest, context: Context): Promise<void> {
    const { stdin, stdout, stderr } = this.#child;
    stdin.end(JSON.stringify(inputs));
    stdout.on("data", (text: string) => {
      if (this.#stdout.length < longestResult) this.#stdout += text;
    });
    createInterface({ input: stderr }).on("line", (line) => this.#take(line));
    const code = await endOf(this.#child);
    this.#flush();
    this.run = { ...this.run, ...this.#ending(code, workflow, context) };
    this.#send({ kind: "run", run: this.run });
  }

  #ending(code: number | null, { found }: CheckedWorkflow, { environment }: Context): Partial<DevRun> {
    const status: RunStatus = this.#wasCancelled && code !== 0 ? "cancelled" : code === 0 ? "completed" : "failed";
    const plan = found?.checked.plan;
    const result = code === 0 && plan !== undefined ? resultOf(this.#stdout) : undefined;
    const names = plan === undefined ? [] : (effectsOf(plan)["environment"] ?? []);
    const cut = this.#lines > mostLines ? [`Only the first ${mostLines} lines of output are shown.`] : [];
    return {
      status,
      notes: [...this.#complaints, ...cut],
      ...(found && { frames: new CodeFrames(found.sources, found.checked.diagnostics).of(this.run.events) }),
      ...(result && { result: maskedResult(result.value, names, environment) }),
    };
  }

  /** A line of standard error: an event, or what flowc says before there are any. */
  #take(line: string): void {
    const event = eventOf(line);
    if (event === undefined) {
      this.#complaints.push(line);
      return;
    }
    if (event.event === "resource.output") this.#lines += 1;
    if (event.event === "resource.output" && this.#lines > mostLines) return;
    this.#gathered.push(event);
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#gathered;
    if (events.length === 0) return;
    this.#gathered = [];
    this.run = { ...this.run, events: [...this.run.events, ...events] };
    this.#send({ kind: "events", run: this.run.id, events });
  }
}

function argumentsOf({ path }: CheckedWorkflow, { inputs, file, request }: DevRunRequest): readonly string[] {
  return [
    "run",
    path,
    "--events",
    "--events-output",
    "--output=json",
    ...(request === undefined ? [] : [`--request=${request}`]),
    ...(Object.keys(inputs).length === 0 ? [] : ["--input-json=-"]),
    ...(file === undefined ? [] : [`--file=${file}`]),
  ];
}

function eventOf(line: string): PageEvent | undefined {
  try {
    const { workflowId: _workflow, runId: _run, ...event } = JSON.parse(line) as FlowEvent;
    return typeof event.event === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(text: string): { readonly value: unknown } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: text };
  }
}
