import type { ChildProcess } from "node:child_process";
import type { DevMessage, DevTests } from "../../page/dev-data.ts";
import type { Context } from "../shared/context.ts";
import { endOf, startFlowc } from "./start-flowc.ts";
import type { CheckedWorkflow } from "./workspace.ts";

/** The tests of workflows, run by `flowc test` in a process of its own, and their last results. */
export class DevTestRuns {
  readonly #context: Context;
  readonly #send: (message: DevMessage) => void;
  readonly #results = new Map<string, DevTests>();
  readonly #running = new Map<string, { readonly child: ChildProcess; readonly ended: Promise<void> }>();

  constructor(context: Context, send: (message: DevMessage) => void) {
    this.#context = context;
    this.#send = send;
  }

  get all(): readonly DevTests[] {
    return [...this.#results.values()];
  }

  /** Runs the tests of a workflow, unless they are running. */
  start({ path, shown: { id } }: CheckedWorkflow): void {
    if (this.#running.has(id)) return;
    const child = startFlowc(["test", path, "--reporter", "json"], this.#context);
    let stdout = "";
    let stderr = "";
    child.stdin.end();
    child.stdout.on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.on("data", (text: string) => {
      stderr += text;
    });
    const ended = endOf(child).then(() => {
      this.#running.delete(id);
      this.#note(id, { running: false, ...resultsOf(stdout, stderr) });
    });
    this.#running.set(id, { child, ended });
    this.#note(id, { running: true, files: [] });
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { child } of running) child.kill("SIGINT");
    await Promise.all(running.map(({ ended }) => ended));
  }

  #note(of: string, more: Omit<DevTests, "of">): void {
    const tests = { of, ...more };
    this.#results.set(of, tests);
    this.#send({ kind: "tests", tests });
  }
}

/** What `flowc test` prints; where it prints nothing, what it complains of. */
function resultsOf(stdout: string, stderr: string): Pick<DevTests, "files" | "problem"> {
  try {
    const { files } = JSON.parse(stdout) as Pick<DevTests, "files">;
    return stderr === "" ? { files } : { files, problem: stderr.trimEnd() };
  } catch {
    return { files: [], problem: stderr.trimEnd() || "flowc test was ended" };
  }
}
