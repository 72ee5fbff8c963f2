import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";
import { project } from "./project.ts";

const scripts = `metadata: { name: s }
settings: { targetActionId: b, timeout: 1m }
resources:
  - { actionId: a, exec: { command: "x=1" } }
  - { actionId: b, requires: [a], python: { script: "print(n)" } }
`;

/** A folder with a program `shellcheck` in it that finds one thing in each script, at its first two letters. */
function shellcheckIn(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const comment = { line: 1, endLine: 1, column: 1, endColumn: 3, level: "warning", code: 2034, message: "Found." };
  const json = JSON.stringify({ comments: [{ file: "0", ...comment }] });
  const text = `#!/bin/sh\n[ "$1" = --version ] && echo 'version: 1.2.3' || echo '${json}'\n`;
  writeFileSync(join(bin, "shellcheck"), text);
  chmodSync(join(bin, "shellcheck"), 0o755);
  return bin;
}

test.skipIf(process.platform === "win32")("linters report beside flowc, and --tools lists what was asked", async () => {
  using folder = project(scripts);
  using cache = temporaryFolder();
  const env = { FLOWC_LINTERS: "", PATH: shellcheckIn(folder.path), XDG_CACHE_HOME: cache.path };
  const run = () => flowcHere(["check", ".", "--strict", "--tools"], { cwd: folder.path, env });
  const first = await run();
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("workflow.yaml:4:38: warning: found (ShellCheck SC2034) [shell-lint]\n");
  expect(first.stderr).toContain("workflow.yaml:5:60: warning: undefined name `n` (Ruff F821) [python-lint]\n");
  expect(first.stderr).toMatch(/\n {2}Ruff [\d.]+, for names in Python scripts: 1 read \(.*ruff-wasm-nodejs\)\n/);
  expect(first.stderr).toContain(
    `  ShellCheck 1.2.3, for pitfalls in shell scripts: 1 read (${env.PATH}/shellcheck)\n`,
  );
  expect(first.stderr).toMatch(
    / {2}libpg-query [\d.]+, for syntax of PostgreSQL: nothing to read \(a part of flowc\)\n/,
  );
  const second = await run();
  expect(second.stderr).toContain("Python scripts: 1 read, 1 of them in an earlier check (");
  expect(second.stderr.split("\ntools:")[0]).toBe(first.stderr.split("\ntools:")[0]);
});

test("what is not installed is a line of the summary, where it would have been of use", async () => {
  using folder = project(scripts);
  const env = { FLOWC_LINTERS: "", PATH: "" };
  const { stderr } = await flowcHere(["check", "."], { cwd: folder.path, env });
  expect(stderr).toContain("not checked: pitfalls in shell scripts: ShellCheck is not installed (https://");
  using plain = project("metadata: { name: p }\nsettings: { targetActionId: a }\n---\nactionId: a\nafter: []\n");
  expect((await flowcHere(["check", "."], { cwd: plain.path, env })).stderr).not.toContain("not checked");
});

test("FLOWC_LINTERS=off asks none", async () => {
  using folder = project(scripts);
  const { stderr, code } = await flowcHere(["check", ".", "--tools"], {
    cwd: folder.path,
    env: { FLOWC_LINTERS: "off" },
  });
  expect(code).toBe(0);
  expect(stderr).not.toContain("-lint]");
  expect(stderr).toContain("Ruff and ShellCheck are not asked: FLOWC_LINTERS is off\n");
});

test("what flowc reads in part or not at all is a line of the summary, once for each kind", async () => {
  using folder = project(`metadata: { name: s }
settings:
  targetActionId: a
  timeout: 1m
  sqlConnections:
    any: { connection: "{{ env('DB') }}" }
    my: { connection: "mysql://host/x" }
    lite: { connection: "sqlite://x.db" }
resources:
  - { actionId: a, requires: [b, c, d, e, f, g], exec: { shell: pwsh, command: "Write-Host 1" } }
  - { actionId: b, exec: { command: "{{ env('PROGRAM') }}", args: ["-c", "ls"] } }
  - { actionId: c, sql: { connectionName: any, query: select 1 } }
  - { actionId: d, sql: { connectionName: my, query: select 1 } }
  - { actionId: e, sql: { connectionName: lite, query: "{{ env('QUERY') }}" } }
  - { actionId: f, exec: { command: zsh, args: ["-c", "ls"] } }
  - { actionId: g, sql: { connectionName: lite, query: select 1 } }
`);
  const { stderr } = await flowcHere(["check", "."], { cwd: folder.path });
  const lines = stderr.split("\n").filter((line) => line.startsWith("not checked: "));
  expect(lines.map((line) => line.slice("not checked: ".length))).toEqual([
    'the statements of "any" were not read: give it a driver, as its connection string does not show which database it is',
    'the statements of "my" were read for their first words, quotes and brackets alone: no package knows MySQL\'s grammar',
    'statements of "lite" were not read: a template stands for all of them',
    "scripts of pwsh, zsh were not read: flowc reads those of sh, dash, ash, bash, ksh",
    'the arguments of "b" were not read as scripts: a template says which program they are for',
  ]);
});
