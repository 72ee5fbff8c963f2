import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, flowcProgram } from "../support/flowc.ts";
import { command, hello, project } from "./project.ts";

const broken = `metadata:
  name: broken
settings:
  targetActionId: main
  timeout: 1m
resources:
  - actionId: main
    requires: [frist]
    exec:
      command: echo {{ nope(1) }}
  - actionId: first
    requires: [second]
    exec: { command: echo }
  - actionId: second
    requires: [first]
    exec: { command: echo }
`;

// A name that is nearly a resource's is a warning only (spec section 3).
const warned = {
  resources: [command("source", "echo"), command("main", "echo {{ quote(get('soruce')) }}", { requires: ["source"] })],
};

describe.concurrent("flowc check", () => {
  test("exits 0 where nothing is wrong, and writes nothing", async () => {
    using folder = project(hello);
    const { stdout, stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stdout).toBe("");
    expect(stderr).toBe("1 workflow checked: no problems\n");
    expect(code).toBe(0);
    expect(readdirSync(folder.path)).toEqual(["workflow.yaml"]);
  });

  test("warnings exit 0, with --strict 1", async () => {
    using folder = project(warned);
    const lenient = await flowcHere(["check", "."], { cwd: folder.path });
    expect(lenient.stderr).toContain("warning: ");
    expect(lenient.code).toBe(0);
    expect((await flowcHere(["check", "--strict", "."], { cwd: folder.path })).code).toBe(1);
  });

  test("--format json: all of them, sorted, 1-based, nothing else", async () => {
    using folder = project(broken);
    const { stdout, stderr, code } = await flowcHere(["check", ".", "--format", "json"], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(code).toBe(1);
    const { version, diagnostics, ...rest } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(rest).toEqual({});
    expect(diagnostics).toEqual([
      {
        code: "unknown-dependency",
        severity: "error",
        message: expect.stringContaining('"frist"'),
        file: "workflow.yaml",
        line: 8,
        column: 16,
        endLine: 8,
        endColumn: 21,
        help: expect.stringContaining('"first"'),
        notes: [],
      },
      {
        code: "unknown-function",
        severity: "error",
        message: expect.stringContaining('"nope"'),
        file: "workflow.yaml",
        line: 10,
        column: 24,
        endLine: 10,
        endColumn: 28,
        help: expect.any(String),
        notes: [],
      },
      {
        code: "dependency-cycle",
        severity: "error",
        message: 'these resources wait for each other: "first" → "second" → "first"',
        file: "workflow.yaml",
        line: 11,
        column: 15,
        endLine: 11,
        endColumn: 20,
        help: null,
        notes: [
          {
            message: '"first" requires "second"',
            file: "workflow.yaml",
            line: 12,
            column: 16,
            endLine: 12,
            endColumn: 22,
          },
          {
            message: '"second" requires "first"',
            file: "workflow.yaml",
            line: 15,
            column: 16,
            endLine: 15,
            endColumn: 21,
          },
        ],
      },
    ]);
  });

  test("--format json of a clean workflow", async () => {
    using folder = project(hello);
    const { stdout, code } = await flowcHere(["check", ".", "--format=json"], { cwd: folder.path });
    expect(JSON.parse(stdout)).toEqual({ version: 1, diagnostics: [] });
    expect(code).toBe(0);
  });

  test("--format github", async () => {
    using folder = project(broken);
    const { stdout, code } = await flowcHere(["check", ".", "--format", "github"], { cwd: folder.path });
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::error file=workflow\.yaml,line=8,col=16,endLine=8,endColumn=21,title=[^:]*::.*frist/);
    for (const line of lines) expect(line).toMatch(/^::error file=/);
    expect(code).toBe(1);
  });

  test("--format github says nothing of a clean workflow", async () => {
    using folder = project(hello);
    const { stdout } = await flowcHere(["check", ".", "--format", "github"], { cwd: folder.path });
    expect(stdout).toBe("");
  });

  test("--format github escapes what a message holds", async () => {
    using folder = project({ resources: [command("main", "echo", { requires: ["100%,:\n::error::x"] })] });
    const { stdout } = await flowcHere(["check", ".", "--format", "github"], { cwd: folder.path });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stdout).toContain("100%25");
  });

  test("--format sarif: what is silenced is in it, and in no other format", async () => {
    const silenced = "# flowc-ignore constant-condition -- for now\n";
    using folder = project(
      `settings: { targetActionId: a }\n---\nactionId: a\nvalidations:\n  ${silenced}  check: ["1 < 2"]\napiResponse: { response: "{{ nope() }}" }\n`,
    );
    const { stdout, stderr, code } = await flowcHere(["check", ".", "--format", "sarif"], { cwd: folder.path });
    expect([stderr, code]).toEqual(["", 1]);
    const [run] = JSON.parse(stdout).runs;
    expect(run.tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 1 }]);
    const shown = run.results.map((one: { ruleId: string; suppressions: { justification: string }[] }) => [
      one.ruleId,
      one.suppressions[0]?.justification,
    ]);
    expect(shown).toEqual([
      ["constant-condition", "for now"],
      ["unknown-function", undefined],
    ]);
    for (const format of ["text", "json", "github"]) {
      const other = await flowcHere(["check", ".", "--format", format], { cwd: folder.path });
      expect(other.stdout + other.stderr).not.toContain("constant-condition");
    }
  });

  test("under GitHub Actions: annotations beside the text, unless a format is given", async () => {
    using folder = project(broken);
    const env = { GITHUB_ACTIONS: "true" };
    const both = await flowcHere(["check", "."], { cwd: folder.path, env });
    expect(both.stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(both.stdout).toMatch(/^(?:::error file=.*\n){3}$/);
    expect(both.stderr).toMatch(/1 workflow checked: 3 errors, 0 warnings\n$/);
    const text = await flowcHere(["check", ".", "--format", "text"], { cwd: folder.path, env });
    expect(text.stdout).toBe("");
    const json = await flowcHere(["check", ".", "--format", "json"], { cwd: folder.path, env });
    expect([json.stdout.slice(0, 1), json.stderr]).toEqual(["{", ""]);
  });

  test("annotations of a step with a working folder of its own name files as the repository does", async () => {
    using folder = project(hello, { "services/a/workflow.yaml": broken });
    const check = (GITHUB_WORKSPACE: string) =>
      flowcHere(["check", "a", "--format", "github"], {
        cwd: join(folder.path, "services"),
        env: { GITHUB_WORKSPACE },
      });
    expect((await check(folder.path)).stdout).toMatch(/^::error file=services\/a\/workflow\.yaml,/);
    expect((await check(join(folder.path, "elsewhere"))).stdout).toMatch(/^::error file=a\/workflow\.yaml,/);
    expect((await check("")).stdout).toMatch(/^::error file=a\/workflow\.yaml,/);
  });

  test("--max-warnings fails above its number, and says so", async () => {
    using folder = project(warned);
    const few = await flowcHere(["check", ".", "--max-warnings", "0"], { cwd: folder.path });
    expect(few.stderr).toMatch(/\n1 workflow checked: 0 errors, 1 warning, more than the 0 allowed\n$/);
    expect(few.code).toBe(1);
    expect((await flowcHere(["check", ".", "--max-warnings=1"], { cwd: folder.path })).code).toBe(0);
    for (const value of ["many", "1.5", "", "99999999999"]) {
      const { stderr, code } = await flowcHere(["check", ".", `--max-warnings=${value}`], { cwd: folder.path });
      expect([stderr, code]).toEqual([`error: --max-warnings takes a whole number, not "${value}"\n`, 2]);
    }
  });

  test("--strict says why it fails", async () => {
    using folder = project(warned);
    const { stderr } = await flowcHere(["check", ".", "--strict"], { cwd: folder.path });
    expect(stderr).toMatch(/\n1 workflow checked: 0 errors, 1 warning, which count as errors\n$/);
  });

  test("several workflows: all findings, sorted by file", async () => {
    using folder = project(hello, { "b/workflow.yaml": broken, "a/workflow.yaml": broken });
    const { stderr, code } = await flowcHere(["check", "b", ".", "a"], { cwd: folder.path });
    const files = [...stderr.matchAll(/^(\S+?):\d+:\d+: error: /gm)].map(([, file]) => file);
    expect(files).toEqual([...Array(3).fill("a/workflow.yaml"), ...Array(3).fill("b/workflow.yaml")]);
    expect(stderr).toMatch(/3 workflows checked: 6 errors, 0 warnings\n$/);
    expect(code).toBe(1);
  });

  test("control characters in what is quoted never reach the terminal", async () => {
    using folder = project({ resources: [command("main", "echo", { requires: ["\u001b[31mred\u202e\u0007"] })] });
    const { stderr } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(stderr).toContain("red");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(stderr).not.toMatch(/[\u0007\u001b\u202e]/);
  });

  test("colour only where it is asked for", async () => {
    using folder = project(broken);
    const plain = await flowcHere(["check", "."], { cwd: folder.path, env: { FORCE_COLOR: "" } });
    expect(plain.stderr).not.toContain("\u001b[");
    const forced = await flowcHere(["check", "."], { cwd: folder.path, env: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    expect(forced.stderr).toContain("\u001b[");
    for (const value of ["0", "false"]) {
      const refused = await flowcHere(["check", "."], { cwd: folder.path, env: { FORCE_COLOR: value } });
      expect(refused.stderr).not.toContain("\u001b[");
    }
    const piped = await flowcHere(["check", ".", "--format", "json"], { cwd: folder.path, env: { FORCE_COLOR: "1" } });
    expect(piped.stdout).not.toContain("\u001b[");
  });

  test("colour on a terminal, unless NO_COLOR or a dumb one", (context) => {
    using folder = project(broken);
    /** On a terminal of its own, which util-linux's script makes. */
    const screen = (more: NodeJS.ProcessEnv) => {
      const { NO_COLOR: _no, FORCE_COLOR: _force, GITHUB_ACTIONS: _actions, ...environment } = process.env;
      const env = { ...environment, XDG_CACHE_HOME: join(folder.path, "cache"), TERM: "xterm", ...more };
      const command = `'${process.execPath}' '${flowcProgram}' check '${folder.path}'`;
      const { error, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
        encoding: "utf8",
        env,
        input: "",
      });
      return error === undefined ? stdout : undefined;
    };
    const plain = screen({});
    if (plain === undefined) return context.skip("this machine has no script, which makes terminals");
    expect(plain).toContain("\u001b[31merror");
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }, { FORCE_COLOR: "0" }]) {
      const shown = screen(env);
      expect(shown).toContain("error: ");
      expect(shown).not.toContain("\u001b[3");
    }
  });

  test("a closed standard output does no harm", async () => {
    using folder = project(broken);
    const { stderr, code } = await flowc(["check", ".", "--format", "json"], {
      cwd: folder.path,
      started: (child) => void child.stdout?.destroy(),
    });
    expect(stderr).toBe("");
    expect(code).toBe(1);
  });

  test("300 mistakes are all reported", async () => {
    const resources = Array.from({ length: 300 }, (_, index) => {
      const requires = index === 0 ? [] : [`r${index - 1}`];
      return command(`r${index}`, "echo {{ nope() }}", { requires });
    });
    using folder = project({ resources });
    const { stdout } = await flowcHere(["check", ".", "--format", "json"], { cwd: folder.path });
    expect(JSON.parse(stdout).diagnostics).toHaveLength(300);
  });

  test("hostile YAML ends soon and without a stack trace", async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replaceAll(/./g, (key, index) => {
      const before = String.fromCharCode("a".charCodeAt(0) + Number(index));
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(",")}]\n`;
    })}`;
    for (const text of [bomb, `a: ${"[".repeat(5000)}`, "a: &a [*a]\n", "\u0000", "%YAML 9.9\n---\n", "? ? ?\n"]) {
      using folder = project(text, { "other.yaml": text });
      const { stderr, code } = await flowc(["check", "."], { cwd: folder.path });
      expect(stderr, join(text.slice(0, 20))).not.toMatch(/^ {4}at /m);
      expect(stderr).toMatch(/error: /);
      expect(code).toBe(1);
    }
  });
});
