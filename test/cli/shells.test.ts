import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere } from "../support/flowc.ts";
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

describe.skipIf(process.platform === "win32")("pwsh", () => {
  /** What a `pwsh` on PATH is started with that prints its arguments. */
  async function started(exec: Resource) {
    const stub = `#!${process.execPath}\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`;
    using folder = project(
      { resources: [{ actionId: "main", exec: { shell: "pwsh", ...exec } }] },
      { "bin/pwsh": stub },
    );
    chmodSync(join(folder.path, "bin", "pwsh"), 0o755);
    const env = { PATH: `${join(folder.path, "bin")}${delimiter}${process.env["PATH"]}` };
    const { stdout } = await flowc(["run", "."], { cwd: folder.path, env });
    return JSON.parse(stdout) as readonly string[];
  }

  const always = ["-NoLogo", "-NoProfile", "-NonInteractive"];
  const script = "Write-Output 'a b'\nWrite-Output \"$args\"";

  test("gets the script as one argument", async () => {
    expect(await started({ command: script })).toEqual([...always, "-Command", script]);
  });

  test("gets arguments that it does not read as code", async () => {
    const args = ["x y", "; exit 7", "$(1)"];
    expect(await started({ command: script, args })).toEqual([...always, "-CommandWithArgs", script, ...args]);
  });

  test("stops at the first failure with errexit", async () => {
    expect(await started({ command: script, errexit: true })).toEqual([
      ...always,
      "-Command",
      `$ErrorActionPreference = 'Stop'; $PSNativeCommandUseErrorActionPreference = $true\n${script}`,
    ]);
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

describe.concurrent("check", () => {
  const found = async (exec: Resource, settings: Resource = {}) => {
    using folder = project({ settings, resources: [{ actionId: "main", exec }] });
    return (await flowcHere(["check", "."], { cwd: folder.path })).stderr.match(/\[[a-z-]+\]$/gm) ?? [];
  };

  test("speaks of bash's features only where sh reads the script", async () => {
    const command = "[[ a == a ]] && echo yes";
    expect(await found({ command })).toEqual(["[not-posix]"]);
    expect(await found({ command, shell: "bash" })).toEqual([]);
    expect(await found({ command }, { shell: "bash" })).toEqual([]);
    expect(await found({ command, shell: "sh" }, { shell: "bash" })).toEqual(["[not-posix]"]);
  });

  test("reads no script as sh that another program reads", async () => {
    const command = "if ($true) { 'yes' }";
    expect(await found({ command })).toEqual(["[shell-syntax]"]);
    expect(await found({ command, shell: "pwsh" })).toEqual([]);
  });

  test("takes no other kinds of values", async () => {
    expect(await found({ command: "true", errexit: "maybe" })).toEqual(["[schema]"]);
    expect(await found({ command: "true" }, { shell: 1 })).toEqual(["[schema]"]);
  });
});
