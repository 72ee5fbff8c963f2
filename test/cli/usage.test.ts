import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, temporaryFolder } from "../support/flowc.ts";
import { command, hello, oneSentence, project } from "./project.ts";

// Bad usage and bad surroundings: one plain sentence, exit code 2, never a stack trace (spec section 6).

const usageErrors: readonly [string, readonly string[], RegExp][] = [
  ["no command", [], /no command given/],
  ["a misspelt command", ["chekc", "hello"], /unknown command "chekc"; did you mean "check"\?/],
  ["an unknown command", ["frobnicate"], /unknown command "frobnicate"/],
  ["a name that every object has", ["toString"], /unknown command "toString"/],
  ["help for a misspelt command", ["help", "chekc"], /unknown command "chekc"; did you mean "check"\?/],
  ["a misspelt second word", ["component", "instal"], /not "instal"; did you mean "install"\?/],
  ["check without a path", ["check"], /needs a workflow file or folder/],
  ["build without a path", ["build"], /needs a workflow file or folder/],
  ["run without a path", ["run"], /needs a workflow file or folder/],
  ["check of a missing file", ["check", "missing.yaml"], /no such file or folder: missing\.yaml/],
  ["build of a missing folder", ["build", "no/where"], /no such file or folder: no\/where/],
  ["run of a missing file", ["run", "missing"], /no such file or folder: missing/],
  ["an empty path", ["check", ""], /the path is empty/],
  ["an empty folder to write to", ["build", ".", "-o", ""], /--out takes a folder, not an empty text/],
  ["a folder without a workflow", ["check", "empty"], /no workflow\.yaml or workflow\.yml in the folder: empty/],
  ["a workflow.yaml that is a folder", ["run", "folder"], /no workflow\.yaml or workflow\.yml in the folder: folder/],
  ["an unknown flag of check", ["check", ".", "--strickt"], /unknown option '--strickt'/],
  ["an unknown flag of build", ["build", ".", "--outt", "x"], /unknown option '--outt'/],
  ["an unknown flag of run", ["run", ".", "--evnts"], /unknown option '--evnts'/],
  ["an unknown short flag", ["build", ".", "-x"], /unknown option '-x'/],
  ["a format that does not exist", ["check", ".", "--format", "xml"], /--format takes .*, not "xml"/],
  ["a format that every object has", ["check", ".", "--format", "constructor"], /--format takes .*, not "constructor"/],
  [
    "a platform that does not exist",
    ["build", ".", "--platform", "amiga"],
    /--platform takes linux-x64, .*win32-arm64.* or linuxmusl, not "amiga"/,
  ],
  ["a flag without its value", ["run", ".", "--input"], /--input <value>' argument missing/],
  ["a flag that takes no value", ["run", ".", "--describe=yes"], /--describe/],
  ["two workflows to run", ["run", ".", "other"], /one workflow, found "\." and "other"/],
  ["an input without a name", ["run", ".", "--input", "=1"], /--input takes NAME=VALUE, not "=1"/],
  ["an input without a value", ["run", ".", "--input", "name"], /--input takes NAME=VALUE, not "name"/],
  ["inputs that are not JSON", ["run", ".", "--input-json", "{"], /--input-json is not JSON/],
  ["inputs that are not an object", ["run", ".", "--input-json", "[1]"], /--input-json takes a JSON object/],
  ["inputs from a missing file", ["run", ".", "--input-json", "@missing.json"], /cannot read missing\.json/],
  ["a missing --file", ["run", ".", "--file", "missing.txt"], /cannot read the file missing\.txt/],
  ["an output that does not exist", ["run", ".", "--output", "xml"], /--output takes text or json, not "xml"/],
  ["a request without a path", ["run", ".", "--request", "POST"], /--request takes a method and a path/],
  ["an events file that cannot be", ["run", ".", "--events=no/where.ndjson"], /cannot write .*no\/where\.ndjson/],
];

describe.concurrent("bad usage", () => {
  test.each(usageErrors)("%s", async (_title, args, message) => {
    using folder = project(hello);
    mkdirSync(join(folder.path, "empty"));
    mkdirSync(join(folder.path, "folder", "workflow.yaml"), { recursive: true });
    const { stdout, stderr, code } = await called(args, { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("a misspelt flag names the nearest one", async () => {
    using folder = project(hello);
    const outcomes = await Promise.all(
      [
        ["check", ".", "--formt", "json"],
        ["build", ".", "--minfy"],
        ["run", ".", "--event"],
      ].map((args) => called(args, { cwd: folder.path })),
    );
    expect(outcomes[0]?.stderr).toContain('"--format"');
    expect(outcomes[1]?.stderr).toContain('"--minify"');
    expect(outcomes[2]?.stderr).toContain('"--events"');
  });
});

describe.concurrent("files that cannot be used", () => {
  test.skipIf(process.getuid?.() === 0)("an unreadable workflow", async () => {
    using folder = project(hello);
    chmodSync(join(folder.path, "workflow.yaml"), 0);
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr).toBe("error: cannot read workflow.yaml: permission denied\n");
    expect(code).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be searched", async () => {
    using folder = project(hello);
    chmodSync(folder.path, 0o600);
    const { stderr, code } = await flowcHere(["check", folder.path]);
    chmodSync(folder.path, 0o700);
    expect(stderr).toMatch(/^error: [^\n]*permission denied\n$/);
    expect(code).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)("an unreadable resources folder", async () => {
    using folder = project(hello, { "resources/a.yaml": "actionId: a\nexec: {command: echo}\n" });
    chmodSync(join(folder.path, "resources"), 0);
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    chmodSync(join(folder.path, "resources"), 0o755);
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
  });

  test.skipIf(process.getuid?.() === 0)("a dist folder that may not be written", async () => {
    using folder = project(hello);
    mkdirSync(join(folder.path, "dist"), { mode: 0o555 });
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
  });

  test("a file where dist should be", async () => {
    using folder = project(hello, { dist: "a file" });
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).toMatch(/^error: cannot write to [^\n]*dist: [^\n]+\n$/);
    expect(code).toBe(2);
    expect(readdirSync(folder.path).sort()).toEqual(["dist", "workflow.yaml"]);
  });

  test("a folder where the bundle should be leaves nothing behind", async () => {
    using folder = project(hello);
    mkdirSync(join(folder.path, "dist", "hello.mjs"), { recursive: true });
    const { stderr, code } = await flowcHere(["build", "."], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain("hello.mjs");
    expect(code).toBe(2);
    expect(readdirSync(join(folder.path, "dist"))).toEqual(["hello.mjs"]);
  });

  test("dangling and circular links among the resources do no harm", async () => {
    using folder = project(hello);
    const { symlinkSync } = await import("node:fs");
    mkdirSync(join(folder.path, "resources"));
    symlinkSync("..", join(folder.path, "resources", "loop"));
    symlinkSync("nowhere.yaml", join(folder.path, "resources", "dangling.yaml"));
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect([0, 1, 2]).toContain(code);
  });
});

describe.concurrent("help and version", () => {
  test.each([["-h"], ["--help"], ["help"]])("flowc %s", async (flag) => {
    const { stdout, stderr, code } = await flowcHere([flag]);
    for (const name of ["check", "build", "run", "component"]) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  test.each(["check", "build", "run", "explain", "component"])("flowc %s -h", async (name) => {
    for (const args of [
      [name, "-h"],
      [name, "--help"],
      ["help", name],
    ]) {
      const { stdout, code } = await flowcHere(args);
      expect(stdout).toMatch(new RegExp(`^usage: flowc ${name} `));
      expect(code).toBe(0);
    }
  });

  test.each([["-V"], ["--version"], ["run", "-V"]])("flowc %s %s", async (...args) => {
    const { stdout, code } = await flowcHere(args);
    expect(stdout).toMatch(/^flowc \d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });
});

test("component list and install", async () => {
  const list = await flowcHere(["component", "list"]);
  expect(list.stdout).toMatch(/^memory\b/m);
  expect(list.code).toBe(0);
  const install = await flowcHere(["component", "install", "memory"]);
  expect(install.stderr).toBe("");
  expect(install.code).toBe(0);
  const unknown = await flowcHere(["component", "install", "memmory"]);
  expect(unknown.stderr).toMatch(/^error: unknown component "memmory"[^\n]*memory[^\n]*\n$/);
  expect(unknown.code).toBe(1);
  expect((await flowcHere(["component", "install"])).code).toBe(2);
});

test("a workflow file of any name, and workflow.yml", async () => {
  using folder = temporaryFolder();
  const text = JSON.stringify({ settings: { name: "n", targetActionId: "a" }, resources: [command("a", "echo a")] });
  writeFileSync(join(folder.path, "workflow.yml"), text);
  writeFileSync(join(folder.path, "other.json"), text);
  for (const path of [".", "workflow.yml", "other.json", join(folder.path, "workflow.yml")]) {
    const { stdout, code } = await flowc(["run", path], { cwd: folder.path });
    expect(stdout).toBe("a\n");
    expect(code).toBe(0);
  }
});

/** What a bundle says of its arguments, it says to the streams of the process. */
function called(args: readonly string[], options: { readonly cwd: string }) {
  return args[0] === "run" ? flowc(args, options) : flowcHere(args, options);
}
