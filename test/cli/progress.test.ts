import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcProgram } from "../support/flowc.ts";
import { hasTerminal, onTerminal } from "../support/terminal.ts";
import { command, project } from "./project.ts";

/** Runs flowc on a terminal of its own; `seen` is called once what it shows matches. */
function run(folder: string, args: readonly string[], seen: RegExp, then: () => void) {
  const { CI: _ci, FLOWC_STEP_OUTPUT: _output, ...env } = process.env;
  const argv = [process.execPath, flowcProgram, "run", folder, ...args];
  const steps = [{ sees: seen, types: "", then }];
  return onTerminal(argv, { ...env, XDG_CACHE_HOME: join(folder, "cache"), NO_COLOR: "1" }, steps).ended;
}

/** Waits for a file in the workflow's folder. */
const waiting = (folder: string, name: string) => `until test -e '${join(folder, name)}'; do sleep 0.05; done`;

describe.skipIf(!hasTerminal)("on a terminal", () => {
  test("what has finished stays above what runs, items are counted, and the result is last", async () => {
    using folder = project({ resources: [] });
    const items = command("each", `test {{ item }} = 2 && { ${waiting(folder.path, "go")}; }; exit 0`, {
      items: [1, 2],
    });
    const last = command("last", "echo done", { requires: ["first", "each"] });
    using flow = project({ resources: [command("first", "echo hidden"), items, last] });
    const ended = await run(flow.path, [], /\u2713 first \d+\.\ds[\s\S]*\u25cf each \d+\.\ds {2}1\/2/, () =>
      writeFileSync(join(folder.path, "go"), ""),
    );
    expect(ended.code).toBe(0);
    expect(ended.screen).not.toContain("hidden");
    expect(ended.screen).toMatch(/(?:resource {2}status|\u2713 3 resources)[\s\S]*\ndone\n$/);
  });

  test("only what a failed resource wrote is shown", async () => {
    using folder = project({ resources: [] });
    const quiet = command("quiet", "echo hidden");
    const fails = command("fails", `${waiting(folder.path, "go")}; echo why; exit 3`, { requires: ["quiet"] });
    using flow = project({ resources: [quiet, fails] });
    const { screen, code } = await run(flow.path, [], /\u25cf fails/, () => writeFileSync(join(folder.path, "go"), ""));
    expect(code).toBe(1);
    expect(screen).toContain("  stdout:\n    why\n");
    expect(screen).not.toContain("hidden");
  });

  test("with --events there are events and no progress", async () => {
    using flow = project({ resources: [command("main", "sleep 0.3")] });
    const { screen } = await run(flow.path, ["--events"], /workflow\.completed/, () => undefined);
    expect(screen).toContain('"event":"workflow.completed"');
    expect(screen).not.toMatch(/\u25cf|\u2713/);
  });
});
