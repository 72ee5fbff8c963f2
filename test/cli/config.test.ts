import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/nouns/codes.ts";
import { flowc, flowcHere, root } from "../support/flowc.ts";
import { command, project } from "./project.ts";

/** A workflow with one warning, constant-condition. */
const warned = {
  name: "warned",
  resources: [
    command("main", "echo done", { validations: { check: ["1 < 2"] }, exec: { command: "echo done", timeout: "5s" } }),
  ],
};
const file = "flowc.config.yaml";

async function check(folder: string, ...args: readonly string[]) {
  const { stdout, stderr, code } = await flowcHere(["check", ".", "--format", "json", ...args], { cwd: folder });
  const { diagnostics } = stderr === "" ? JSON.parse(stdout) : { diagnostics: [] };
  const found = diagnostics.map(
    ({ severity, code: name }: { severity: string; code: string }) => `${severity} ${name}`,
  );
  return { found, code, stderr, diagnostics };
}

describe.concurrent("flowc.config.yaml", () => {
  test.each([
    ["{}", ["warning constant-condition"], 0],
    ["# nothing", ["warning constant-condition"], 0],
    ["rules:", ["warning constant-condition"], 0],
    ["rules: { constant-condition: off }", [], 0],
    ["rules: { constant-condition: warning }", ["warning constant-condition"], 0],
    ["rules: { constant-condition: error }", ["error constant-condition"], 1],
    ["rules: { schema: error, set-race: off }", ["warning constant-condition"], 0],
  ])("%s", async (config, found, code) => {
    using folder = project(warned, { [file]: `${config}\n` });
    expect(await check(folder.path)).toMatchObject({ found, code });
  });

  test.each([
    ["", "warning", 0],
    ["rules: { test-unused: off }", undefined, 0],
    ["rules: { test-unused: error }", "error", 1],
  ])("holds for tests too: %s", async (config, level, exit) => {
    const tests = "tests:\n  - name: a\n    given: { main: done, quiet: a }\n";
    const quiet = { actionId: "quiet", apiResponse: { response: "{{ get('main') }}" } };
    const resources = [command("main", "echo done"), { ...quiet, requires: ["main"] }];
    using folder = project({ resources }, { [file]: `${config}\n`, "a.test.yaml": tests });
    const found = level === undefined ? [] : [`${level} test-unused`];
    expect(await check(folder.path)).toMatchObject({ found, code: exit });
    const { stderr, stdout } = await flowcHere(["test", "."], { cwd: folder.path });
    expect(stderr).toEqual(level === undefined ? "" : expect.stringContaining(`${level}: "quiet" asks nothing`));
    expect(stdout.includes("the tests have errors")).toBe(level === "error");
  });

  test.each([
    ["ruels: {}", "unknown-key", 'unknown key "ruels"', 'did you mean "rules"?'],
    [
      "rules: { constant-conditoin: off }",
      "unknown-key",
      'unknown key "constant-conditoin" in "rules"',
      'did you mean "constant-condition"?',
    ],
    [
      "rules: { schema: off }",
      "unknown-value",
      'expected "error" in "rules.schema", found "off"',
      "it stays an error: what it reports cannot be compiled",
    ],
    [
      "rules: { unknown-name: warning }",
      "unknown-value",
      'expected "error" in "rules.unknown-name", found "warning"',
      "it stays an error: what it reports cannot be compiled",
    ],
    [
      "rules: { set-race: never }",
      "unknown-value",
      'expected one of off, warning, error in "rules.set-race", found "never"',
      null,
    ],
    [
      "rules: { set-race: eror }",
      "unknown-value",
      'expected one of off, warning, error in "rules.set-race", found "eror"',
      'did you mean "error"?',
    ],
    ["rules: [set-race]", "schema", 'expected a map or nothing in "rules", found a list', null],
    ["rules: { set-race: off, set-race: off }", "duplicate-key", 'the key "set-race" appears twice in this map', null],
    ["rules: {", "yaml-syntax", expect.any(String), null],
    ["just text", "schema", expect.stringContaining("expected a map"), null],
  ])("%s is reported once, in its own place", async (config, code, message, help) => {
    using folder = project(warned, { [file]: `${config}\n`, "b/workflow.yaml": "" });
    writeFileSync(join(folder.path, "b", "workflow.yaml"), readFileSync(join(folder.path, "workflow.yaml")));
    const { diagnostics, code: exit } = await check(folder.path, "b");
    const told = diagnostics.filter((one: { file: string }) => one.file === file);
    expect(told).toMatchObject([{ code, message, help, severity: "error", line: expect.any(Number) }]);
    expect(exit).toBe(1);
  });

  test("the nearest one counts, up to the root of the repository", async () => {
    using folder = project("", { [`outside/${file}`]: "rules: { constant-condition: error }\n" });
    const repository = join(folder.path, "outside", "repository");
    const inner = join(repository, "a", "b");
    mkdirSync(inner, { recursive: true });
    mkdirSync(join(repository, ".git"));
    using made = project(warned);
    writeFileSync(join(inner, "workflow.yaml"), readFileSync(join(made.path, "workflow.yaml")));
    expect((await check(inner)).found).toEqual(["warning constant-condition"]);
    writeFileSync(join(repository, file), "rules: { constant-condition: error }\n");
    expect((await check(inner)).found).toEqual(["error constant-condition"]);
    writeFileSync(join(repository, "a", "flowc.config.yml"), "rules: { constant-condition: off }\n");
    expect((await check(inner)).found).toEqual([]);
  });

  test("outside of a repository: up to the working folder, else the workflow's own", async () => {
    using folder = project("", { [file]: "rules: { constant-condition: off }\n" });
    using made = project(warned);
    const inner = join(folder.path, "a", "b");
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, "workflow.yaml"), readFileSync(join(made.path, "workflow.yaml")));
    expect((await check(inner)).found).toEqual(["warning constant-condition"]);
    const fromAbove = await flowcHere(["check", "a/b"], { cwd: folder.path });
    expect(fromAbove.stderr).toBe("1 workflow checked: no problems\n");
  });

  test("one that cannot be read is a sentence", async () => {
    using folder = project(warned);
    mkdirSync(join(folder.path, file));
    const { stderr, code } = await check(folder.path);
    expect(stderr).toBe(`error: cannot read ${file}: it is a folder\n`);
    expect(code).toBe(2);
  });

  test("build and run take levels as check does, also where an earlier run has kept a bundle", async () => {
    using folder = project(warned);
    const run = () => flowc(["run", "."], { cwd: folder.path });
    expect(await run()).toMatchObject({ stdout: "done\n", code: 0 });
    writeFileSync(join(folder.path, file), "rules: { constant-condition: error }\n");
    expect(await run()).toMatchObject({
      stdout: "",
      code: 3,
      stderr: expect.stringContaining(": error: this condition"),
    });
    const built = await flowcHere(["build", "."], { cwd: folder.path });
    expect(built).toMatchObject({ code: 1, stderr: expect.stringContaining(": error: this condition") });
    writeFileSync(join(folder.path, file), "rules: { constant-condition: off }\n");
    expect((await flowcHere(["build", "."], { cwd: folder.path })).stderr).not.toContain("condition");
    expect(await run()).toMatchObject({ stdout: "done\n", code: 0 });
  });

  test("changes no byte of a bundle", async () => {
    using folder = project(warned);
    const bundle = async () => {
      await flowcHere(["build", "."], { cwd: folder.path });
      return readFileSync(join(folder.path, "dist", "warned.mjs"), "utf8");
    };
    const before = await bundle();
    writeFileSync(join(folder.path, file), "rules: { constant-condition: off }\n");
    expect(await bundle()).toBe(before);
  });
});

test("a silenced error is reported by build and run", async () => {
  const text = `settings: { targetActionId: a }\nresources:\n  - actionId: a\n    # flowc-ignore unknown-function\n    exec: { command: "{{ nope() }}", timeout: 5s }\n`;
  using folder = project(text);
  expect((await check(folder.path)).found).toEqual([]);
  for (const [name, code] of [
    ["build", 1],
    ["run", 3],
  ] as const) {
    const outcome = await flowcHere([name, "."], { cwd: folder.path });
    expect(outcome.stderr).toContain("workflow.yaml:5:26: error: unknown function");
    expect(outcome.stderr).toContain(
      "note: workflow.yaml:4:5: silenced here, but it keeps the workflow from being built",
    );
    expect(outcome.code).toBe(code);
  }
});

test("the published schema knows every code with the levels it can have", () => {
  const schema = JSON.parse(readFileSync(join(root, "dist", "schemas", "config.schema.json"), "utf8"));
  const validate = new Ajv().compile(schema);
  for (const code of Object.keys(codes) as Code[]) {
    const isError = codes[code].severity === "error";
    expect(validate({ rules: { [code]: "error" } }), code).toBe(true);
    expect(validate({ rules: { [code]: "off" } }), code).toBe(!isError);
    expect(validate({ rules: { [code]: "warning" } }), code).toBe(!isError);
  }
  expect(validate({ rules: { "no-such-code": "off" } })).toBe(false);
  expect(validate({ rule: {} })).toBe(false);
});
