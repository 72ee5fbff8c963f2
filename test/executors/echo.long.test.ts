import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echo } from "../support/executor-echo/executor.ts";
import { fieldTable } from "../support/field-table.ts";
import { type Outcome, root, runProgram } from "../support/flowc.ts";

// A copy of the project with one executor more: its folder and its line in compiler/executors/, and the same in
// runtime-lib/. Nothing else of the copy differs.

const copy = mkdtempSync(join(tmpdir(), "flowc-echo-"));
const fixture = join(root, "test/support/executor-echo");

beforeAll(() => {
  for (const name of ["compiler", "runtime-lib", "grammar", "build.ts", "package.json", "package-lock.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  addFile("executor.ts", "compiler/executors/echo/echo.ts");
  addFile("runtime.ts", "runtime-lib/echo/echo.ts");
  edit("compiler/executors/list.ts", (text) =>
    text
      .replace("import { exec }", 'import { echo } from "./echo/echo.ts";\nimport { exec }')
      .replace("readonly Executor[] = [exec, ", "readonly Executor[] = [exec, echo, "),
  );
  edit("runtime-lib/index.ts", (text) => `${text}export { type EchoResult, echo } from "./echo/echo.ts";\n`);
  execFileSync(process.execPath, ["build.ts"], { cwd: copy });
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function addFile(from: string, to: string): void {
  const text = readFileSync(join(fixture, from), "utf8");
  mkdirSync(join(copy, to, ".."), { recursive: true });
  // From the fixture's folder the project lies three floors up, and so it does from there.
  writeFileSync(
    join(copy, to),
    text.replaceAll(`"../../../${to.split("/")[0]}/`, to.startsWith("c") ? '"../../' : '"../'),
  );
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(join(copy, file), "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} has no such place`);
  writeFileSync(join(copy, file), changed);
}

function flowc(...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, GITHUB_ACTIONS: "", XDG_CACHE_HOME: join(copy, "cache") };
  return runProgram(join(copy, "dist/main.js"), args, { cwd: copy, env });
}

function workflow(name: string, resources: string): string {
  const file = join(copy, `${name}.yaml`);
  const head = `apiVersion: flowc/v1\nkind: Workflow\nmetadata: { name: ${name} }\nsettings: { targetActionId: last, timeout: 1m }\n`;
  writeFileSync(file, `${head}resources:\n${resources}`);
  return file;
}

const whole = `
  - actionId: say
    echo: { text: "ab{{ get('end', '') }}", times: 2, within: 5s }
  - actionId: last
    requires: [say]
    exec: { command: 'echo "$TEXT"', env: { TEXT: "{{ get('say') }} {{ get('say').length }}" } }
`;

describe("an executor that is added by a folder and a line", () => {
  test("is checked: keys, types and what its fields are", async () => {
    const file = workflow(
      "wrong",
      `
  - actionId: say
    echo: { txet: a, times: 0, within: soon }
  - actionId: other
    echo: { text: a }
  - actionId: last
    requires: [say, other]
    apiResponse: { response: "{{ get('other') + 1 }} {{ get('other').lenght }}" }
`,
    );
    const { stderr, code } = await flowc("check", file);
    expect(stderr).toContain('unknown key "txet" in "resources.echo" [unknown-key]');
    expect(stderr).toContain('"soon" is not a duration [invalid-duration]');
    expect(stderr).toContain("it must be 1 or more [out-of-range]");
    expect(stderr).toMatch(/\[type-mismatch\]/);
    expect(stderr).toMatch(/"lenght".*\[unknown-field\]/);
    expect(code).toBe(1);
  });

  test("is named where executors are", async () => {
    const { stderr } = await flowc("check", workflow("none", "\n  - actionId: last\n"));
    expect(stderr).toContain("add one of exec, echo, chat");
  });

  test("what it gives comes from outside", async () => {
    const into = `
  - actionId: say
    echo: { text: a }
  - actionId: last
    requires: [say]
    exec: { command: "ls {{ get('say') }}" }
`;
    const { stderr } = await flowc("check", workflow("inject", into));
    expect(stderr).toContain('the echo of "say"');
  });

  test("is built and run", async () => {
    const file = workflow("right", whole);
    expect((await flowc("check", "--strict", file)).code).toBe(0);
    expect((await flowc("run", file)).stdout).toBe("abab 4\n");
    expect((await flowc("build", file, "-o", join(copy, "out"))).code).toBe(0);
    const bundle = join(copy, "out/right.mjs");
    const run = await runProgram(bundle, ["--events", "--input", "end=c"], { cwd: join(copy, "out") });
    expect(run.stdout).toBe("abcabc 6\n");
    expect(run.stderr).toContain('"resourceType":"echo"');
  });

  test("types what importing the bundle gives", async () => {
    const resources = `
  - actionId: last
    echo: { text: a }
`;
    const out = join(copy, "typed");
    expect((await flowc("build", workflow("typed", resources), "-o", out)).code).toBe(0);
    expect(readFileSync(join(out, "typed.d.mts"), "utf8")).toContain("export type Result = string;");
  });

  test("is described, and its picture is its own", async () => {
    const file = workflow("shown", whole);
    await flowc("build", file, "-o", join(copy, "shown"), "--docker");
    const described = await runProgram(join(copy, "shown/shown.mjs"), ["--describe"]);
    expect(JSON.parse(described.stdout).effects.commands).toContain("echo dynamic");
    expect((await flowc("graph", file, "--format", "dot")).stdout).toContain('shape=diamond, fillcolor="#fafafa"');
    expect((await flowc("graph", file)).stdout).toContain('{"say<br/>echo"}:::echo');
    expect((await flowc("graph", file, "--format", "svg")).stdout).toContain('stroke="#123456"');
    expect(readFileSync(join(copy, "shown/compose.yaml"), "utf8")).toContain("ECHO_VOLUME");
    expect(readFileSync(join(copy, "dist/flowc.1"), "utf8")).toContain("how loud an echo is");
  });

  test("its keys are a table in the docs", () => {
    expect(fieldTable(echo)).toBe(`| key | takes | |
|---|---|---|
| \`text\` | text, required | What is given back. Templates allowed. |
| \`times\` | whole number | How often. Default 1. |
| \`within\` | duration | Longest time that it may take. |
`);
  });

  test("editors complete it: the published schema has its block", () => {
    const schema = JSON.parse(readFileSync(join(copy, "dist/schemas/resource.schema.json"), "utf8"));
    expect(schema.properties.echo).toEqual({ $ref: "#/$defs/echo" });
    expect(schema.properties.run.properties.echo).toEqual({ $ref: "#/$defs/echo" });
    expect(schema.$defs.echo).toEqual({
      type: "object",
      description: "Gives back a text.",
      properties: {
        text: { type: "string", description: "What is given back. Templates allowed." },
        times: { type: "integer", minimum: 1, description: "How often. Default 1." },
        within: {
          type: "string",
          format: "duration",
          description: "Longest time that it may take. A number with a unit: 500ms, 30s, 1m30s, 2h.",
        },
      },
      additionalProperties: false,
      required: ["text"],
    });
  });
});
