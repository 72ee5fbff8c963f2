import { describe, expect, test } from "vitest";
import { flowc } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";
import { project, type Resource } from "./project.ts";

async function outcome(exec: Resource, settings: Resource = {}) {
  using folder = project({ settings, resources: [{ actionId: "main", exec }] });
  const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path });
  return { stdout: stdout.trim(), stderr: stderr.trim(), code };
}

const losing = "cd /nosuch\nfalse\necho deployed\n";

describe.concurrent("a script that loses a failure", () => {
  test("goes on, as sh -c does", async () => {
    expect(await outcome({ command: losing })).toMatchObject({ stdout: "deployed", code: 0 });
  });

  test.each<readonly [string, Resource, Resource]>([
    ["exec.errexit", { command: losing, errexit: true }, {}],
    ["settings.errexit", { command: losing }, { errexit: true }],
    ["exec.errexit in a script with arguments", { command: losing, args: ["a"], errexit: true }, {}],
  ])("ends at its first line with %s", async (_name, exec, settings) => {
    const { stdout, stderr, code } = await outcome(exec, settings);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(/\[tool_runtime\]$/);
  });

  test("goes on where the resource says so and the settings do not", async () => {
    expect(await outcome({ command: losing, errexit: false }, { errexit: true })).toMatchObject({ stdout: "deployed" });
  });
});

describe.skipIf(!hasProgram("bash"))("bash", () => {
  const bashism = '[[ a == a ]] && echo "$0 $1"';

  test("reads scripts by exec.shell and by settings.shell, and finds their arguments", async () => {
    expect(await outcome({ command: bashism, shell: "bash", args: ["x y"] })).toMatchObject({ stdout: "bash x y" });
    expect(await outcome({ command: bashism, args: ["x y"] }, { shell: "bash" })).toMatchObject({ stdout: "bash x y" });
    expect(await outcome({ command: "echo $0", shell: "sh" }, { shell: "bash" })).toMatchObject({ stdout: "sh" });
  });

  test("with errexit also sees what fails in the middle of a pipeline", async () => {
    const command = "false | cat\necho on";
    expect(await outcome({ command, errexit: true })).toMatchObject({ stdout: "on", code: 0 });
    expect(await outcome({ command, shell: "bash", errexit: true })).toMatchObject({ stdout: "", code: 1 });
  });
});

test("a shell that is not there is named", async () => {
  const { stderr, code } = await outcome({ command: "echo hi there", shell: "nosuchshell" });
  expect([stderr, code]).toEqual([`error: "main" failed: program 'nosuchshell' was not found [tool_runtime]`, 1]);
});

test("what starts no shell does not ask for one", async () => {
  expect(await outcome({ command: "echo", args: ["$0"], shell: "nosuchshell" })).toMatchObject({ stdout: "$0" });
});

describe.concurrent("stdin", () => {
  test.each<readonly [string, unknown, string]>([
    ["a text", "a\nb", "a\nb"],
    ["an expression", "{{ upper('a') + '!' }}", "A!"],
    ["data, as JSON", { a: [1, "{{ 1 + 1 }}"] }, '{"a":[1,2]}'],
    ["nil: nothing", "{{ get('x') }}", ""],
  ])("%s", async (_name, stdin, stdout) => {
    expect(await outcome({ command: "cat", stdin, errexit: true })).toMatchObject({ stdout, code: 0 });
  });

  test("reaches a program that no shell starts", async () => {
    expect(await outcome({ command: "cat", args: ["-"], stdin: "x" })).toMatchObject({ stdout: "x" });
  });
});
