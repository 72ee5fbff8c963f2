import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowcProgram, temporaryFolder } from "../support/flowc.ts";

const workflow = `metadata: { name: slow }
settings: { targetActionId: last }
resources:
  - actionId: first
    exec: { command: sleep 0.5 }
  - actionId: last
    requires: [first]
    exec: { command: echo done }
`;

/** Runs flowc on a terminal of its own, which util-linux's script makes. */
function onTerminal(args: readonly string[], folder: string): string | undefined {
  const command = [process.execPath, flowcProgram, "run", folder, ...args].map((word) => `'${word}'`).join(" ");
  const { CI: _ci, ...environment } = process.env;
  const env = { ...environment, XDG_CACHE_HOME: join(folder, "cache"), TERM: "xterm" };
  const { error, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8", env, input: "" });
  return error === undefined ? stdout : undefined;
}

test("a terminal sees a line with its time for each running resource, and only the result remains", (context) => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "workflow.yaml"), workflow);
  const screen = onTerminal([], folder.path);
  if (screen === undefined) return context.skip();
  expect(screen).toMatch(/● first \d+\.\ds/);
  expect(screen.endsWith("\x1b[Jdone\r\n")).toBe(true);
});

test("with --events a terminal sees events and no progress", (context) => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "workflow.yaml"), workflow);
  const screen = onTerminal(["--events"], folder.path);
  if (screen === undefined) return context.skip();
  expect(screen).toContain('"event":"workflow.completed"');
  expect(screen).not.toContain("●");
});
