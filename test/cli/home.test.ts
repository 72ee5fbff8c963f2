import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flowcProgram, type Outcome } from "../support/flowc.ts";
import { hello, project } from "./project.ts";

/** A user without an entry in the system's list and without HOME, as in a container that runs under a bare number. */
function asNobody(cwd: string, args: readonly string[]): Promise<Outcome> {
  const env: NodeJS.ProcessEnv = { ...process.env, GITHUB_ACTIONS: "" };
  delete env["HOME"];
  delete env["XDG_CACHE_HOME"];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, uid: 54_321, gid: 54_321 });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("close", (code, signal) => resolve({ stdout, stderr, code, signal }));
  });
}

describe.skipIf(process.getuid?.() !== 0).concurrent("a user without a home", () => {
  test.each<readonly [readonly string[], RegExp]>([
    [["--version"], /^flowc \d/],
    [["--help"], /./],
    [["check", ".", "--format", "json"], /"diagnostics": \[\]/],
    [["run", "."], /^hello\n$/],
    [["eval", "1 + 1"], /^2\n$/],
    [["graph", "."], /main/],
  ])("%j", async (args, expected) => {
    using folder = project(hello);
    chmodSync(folder.path, 0o755);
    const { stdout, stderr, code } = await asNobody(folder.path, [flowcProgram, ...args]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toMatch(expected);
  });
});
