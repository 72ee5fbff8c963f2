import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { command, oneSentence, project, type WorkflowParts } from "../cli/project.ts";
import { type ActionParser, actionParser } from "../support/action-parser.ts";
import { eventsOf, flowcHere, root, runProgram, temporaryFolder } from "../support/flowc.ts";
import { readAction, runAction } from "../support/runner.ts";

let parser: ActionParser;
beforeAll(async () => {
  parser = await actionParser();
});

const inputs = {
  name: { type: "string", required: true, description: "Who" },
  count: { type: "integer", minimum: 1, default: 2 },
  loud: { type: "boolean" },
  tags: { type: "array", items: { type: "string" }, default: ["a"] },
};
const response = {
  text: "hello {{ get('name') }}",
  count: "{{ get('count') }}",
  loud: "{{ get('loud') }}",
  tags: "{{ get('tags') }}",
};
const greet: WorkflowParts = {
  name: "Greet",
  settings: { inputs },
  resources: [command("first", "true"), { actionId: "main", requires: ["first"], apiResponse: { response } }],
};

async function action(workflow: WorkflowParts, files: Readonly<Record<string, string>> = {}) {
  const folder = project(workflow, files);
  const { stderr, code } = await flowcHere(["build", ".", "--target", "github-action"], { cwd: folder.path });
  expect(code, stderr).toBe(0);
  return { ...folder, dist: join(folder.path, "dist") };
}

/** An action whose result is the text of its input `text`. */
const echo: WorkflowParts = {
  name: "echo",
  settings: { inputs: { text: { type: "string" } } },
  resources: [
    command("main", 'printf "%s" "$1"', { exec: { command: 'printf "%s" "$1"', args: ["{{ get('text') }}"] } }),
  ],
};

describe.concurrent("action.yml", () => {
  test("has the inputs, outputs and start that GitHub reads", async () => {
    using built = await action(greet);
    const text = readFileSync(join(built.dist, "action.yml"), "utf8");
    expect(text).toMatchInlineSnapshot(`
      "# Written by flowc build --target github-action for Greet.mjs; the next build replaces it.
      name: "Greet"
      description: "Runs the workflow Greet"
      inputs:
        name:
          description: "Who"
          required: true
        count:
          description: "The input count"
          required: false
          default: "2"
        loud:
          description: "The input loud"
          required: false
        tags:
          description: "The input tags (JSON)"
          required: false
          default: "[\\"a\\"]"
      outputs:
        result:
          description: "The result: text as it is, all else as JSON"
        text:
          description: "The field text of the result"
        count:
          description: "The field count of the result"
        loud:
          description: "The field loud of the result"
        tags:
          description: "The field tags of the result"
      runs:
        using: "node24"
        main: "Greet.mjs"
      "
    `);
    const { errors, action: read } = parser.action(text);
    expect(errors).toEqual([]);
    expect(read).toMatchObject({
      name: "Greet",
      inputs: [
        { id: "name", required: true },
        { id: "count", default: "2" },
        { id: "loud" },
        { id: "tags", default: '["a"]' },
      ],
      outputs: [{ id: "result" }, { id: "text" }, { id: "count" }, { id: "loud" }, { id: "tags" }],
      runs: { using: "node24", main: "Greet.mjs" },
    });
    expect(readdirSync(built.dist).sort()).toEqual(["Greet.d.mts", "Greet.licenses.txt", "Greet.mjs", "action.yml"]);
  });

  test("stays what it is whatever stands in names and descriptions", async () => {
    const hostile = "a: \"b\"\n- c # ${{ github.token }} \u0085\u2028\u{1F600}\\ 'd' {{ x }} \u007f";
    using built = await action({
      name: hostile,
      settings: {
        inputs: {
          on: { type: "string", description: hostile, default: "${{ github.token }}" },
          yes: { type: "string", default: hostile.replaceAll("${{", "") },
          no: { default: { a: 1 } },
          both: { type: ["integer", "string"], default: 3 },
          "a-b_1": { type: "number", default: 1.5 },
        },
      },
      resources: [command("main", "true", { description: hostile })],
    });
    const text = readFileSync(join(built.dist, "action.yml"), "utf8");
    expect(parser.action(text).errors).toEqual([]);
    const shown = hostile.replaceAll("${{", "$ {{");
    const { name, description, inputs: read } = readAction(built.dist);
    expect([name, description]).toEqual([shown, shown]);
    expect(read).toEqual({
      // What GitHub would evaluate, or hand over as another value, is known to the bundle only.
      on: { description: shown, required: false },
      yes: { description: "The input yes", required: false, default: hostile.replaceAll("${{", "") },
      no: { description: "The input no", required: false },
      both: { description: "The input both", required: false },
      "a-b_1": { description: "The input a-b_1", required: false, default: "1.5" },
    });
  });

  test("has what is only read as an input too, and the file", async () => {
    using built = await action({
      resources: [
        command("main", "cat", {
          validations: { required: ["city"] },
          exec: { command: "cat", args: ["{{ get('city') + get('street') }}", "{{ get('file', 'filepath') }}"] },
        }),
      ],
    });
    const { inputs: read, outputs } = readAction(built.dist);
    expect(Object.entries(read ?? {}).map(([id, { required }]) => [id, required ?? false])).toEqual([
      ["city", true],
      ["street", false],
      ["file", false],
    ]);
    expect(Object.keys(outputs)).toEqual(["result"]);
  });

  test("has no section without entries, and is the same from any folder", async () => {
    using first = await action({ resources: [command("main", "true")] });
    using second = await action({ resources: [command("main", "true")] });
    const text = readFileSync(join(first.dist, "action.yml"), "utf8");
    expect(text).not.toContain("inputs");
    expect(parser.action(text).errors).toEqual([]);
    expect(readFileSync(join(second.dist, "action.yml"), "utf8")).toBe(text);
  });
});

describe.concurrent("a step", () => {
  test("reads its inputs by their types, and gives the result and its fields", async () => {
    using built = await action(greet);
    const { outputs, code, stderr, log, commands } = await runAction(built.dist, {
      name: " Ann ",
      count: "3",
      loud: "true",
      tags: '["x", "y"]',
    });
    expect([code, stderr, commands]).toEqual([0, "", []]);
    const result = '{"success":true,"response":{"text":"hello Ann","count":3,"loud":true,"tags":["x","y"]}}';
    expect(outputs).toEqual({ result, text: "hello Ann", count: "3", loud: "true", tags: '["x","y"]' });
    expect(log).toBe(`${result}\n`);
  });

  test("without them: defaults, and nothing", async () => {
    using built = await action(greet);
    const { outputs } = await runAction(built.dist, { name: "Ann" });
    expect(outputs).toMatchObject({ text: "hello Ann", count: "2", loud: "", tags: '["a"]' });
    // A default that is not in action.yml is the bundle's.
    const emptied = await runAction(built.dist, { name: "Ann", count: "", tags: "" });
    expect(emptied.outputs).toEqual(outputs);
  });

  test.each([
    [{}, "missing input: name [validation]"],
    [{ name: "a", count: "many" }, 'the input "count" must be integer [validation]'],
    [{ name: "a", count: "0" }, 'the input "count" must be >= 1 [validation]'],
    [{ name: "a", tags: "[1]" }, 'the input "tags.0" must be string [validation]'],
  ])("with wrong inputs %j", async (given, message) => {
    using built = await action(greet);
    const { outputs, code, stderr, log, commands, summary } = await runAction(built.dist, given);
    expect([code, stderr, log, outputs]).toEqual([2, "", "", {}]);
    expect(commands).toEqual([["error", "title=Greet", message]]);
    expect(summary).toMatch(/^## Greet failed\n\n### Failure\n/);
  });

  test("reads the file that an input names", async () => {
    using built = await action({ resources: [{ actionId: "main", apiResponse: { response: "{{ get('file') }}" } }] });
    writeFileSync(join(built.path, "-a b.txt"), "inside");
    const { outputs } = await runAction(built.dist, { file: "-a b.txt" }, { cwd: built.path });
    expect(outputs["result"]).toBe('{"success":true,"response":"inside"}');
    const { commands, code } = await runAction(built.dist, { file: "none" }, { cwd: built.path });
    expect([commands[0]?.[2], code]).toEqual(["cannot read the file none [preflight]", 2]);
  });

  test("that fails says so with its class, on one line", async () => {
    using built = await action({
      name: "a,b: 100%",
      resources: [
        command("first", "true"),
        command("main", "printf '50%% of\\n::set-env name=A::b\\r, c' >&2; exit 3", { requires: ["first"] }),
      ],
    });
    const { code, commands, stdout, stderr, outputs, summary } = await runAction(built.dist);
    expect([code, stderr, outputs]).toEqual([1, "", {}]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(commands).toHaveLength(1);
    expect(commands[0]?.slice(0, 2)).toEqual(["error", "title=a,b: 100%"]);
    expect(commands[0]?.[2]).toMatch(/^[^\n]*exit[^\n]*3[\s\S]* \[tool_runtime\]$/);
    expect(summary).toMatch(/\| first \| completed \| \d+ms \|\n\| main \| failed \| \d+ms \|\n/);
    expect(summary).toMatch(/### Failure\n\n.*\(tool_runtime\)\n$/);
  });

  test("exits as the bundle does: the workflow's own timeout", async () => {
    using built = await action({ settings: { timeout: "100ms" }, resources: [command("main", "sleep 20")] });
    const { code, commands, summary } = await runAction(built.dist);
    expect([code, commands[0]?.[0]]).toEqual([124, "error"]);
    expect(summary).toContain("(timeout)");
  });

  test("that is cancelled ends its processes and fails", async () => {
    using built = await action({ resources: [command("main", "touch up; sleep 30")] });
    const started = (child: { kill(signal: "SIGINT"): boolean }) => {
      const timer = setInterval(() => {
        if (!existsSync(join(built.path, "up"))) return;
        clearInterval(timer);
        child.kill("SIGINT");
      }, 20);
    };
    const { code, commands } = await runAction(built.dist, {}, { started, cwd: built.path });
    expect([code, commands[0]?.[0]]).toEqual([130, "error"]);
  });

  test("tells its events as debug messages where those are asked for", async () => {
    using built = await action(greet);
    const { commands } = await runAction(built.dist, { name: "Ann\n::error::x" }, { env: { RUNNER_DEBUG: "1" } });
    const debug = commands.filter(([name]) => name === "debug");
    expect(debug).toHaveLength(commands.length);
    const events = eventsOf(debug.map(([, , message]) => `${message}\n`).join(""));
    expect(events.map(({ event }) => event)).toEqual([
      "workflow.started",
      ...["first", "main"].flatMap(() => ["resource.started", "resource.completed"]),
      "workflow.completed",
    ]);
  });
});

const hostile = [
  "x\nEOF\nresult=stolen\nflowc_1=2",
  "::set-output name=result::stolen\n::error::x\n##[error]y\n  ::add-path::/tmp",
  "`````\n</details>\n````` | a | b |\n```` <script>alert(1)</script>",
  "ends with\r",
  "\u2028 \u{1F600} é \u0001",
];

describe.concurrent("values that look like commands", () => {
  test.each(hostile)("%j is handed on as it is, and no more", async (text) => {
    using built = await action(echo);
    const { outputs, commands, summary, log } = await runAction(built.dist, { text });
    expect(outputs).toEqual({ result: text.trim() });
    expect(commands).toEqual([]);
    expect(log).toBe(`${text.trim()}\n`);
    // The block is the last of the page: its fence stands twice, at the beginning and at the end.
    const [, fence = "", shown] = /\n(`{3,})text\n([\s\S]*)\n\1\n$/.exec(summary) ?? [];
    expect(shown).toBe(text.trim());
    expect(text).not.toContain(fence);
  });

  test("ids and messages mean nothing in the summary", async () => {
    using built = await action({
      name: "<b>*x*</b> [a](b) | `c`\n# d",
      resources: [command("main", "echo '| <img src=x> [l](javascript:x) `' >&2; exit 1")],
    });
    const { summary } = await runAction(built.dist);
    const [heading] = summary.split("\n");
    expect(heading).toMatch(/^## [\w #&;-]+ failed$/);
    expect(heading).not.toMatch(/[<>*[\]|`]/);
    expect(summary.split("### Failure")[1]).not.toMatch(/[<>[\]|`]/);
  });

  test("a value cannot know the delimiter: it is another one each time", async () => {
    using built = await action(echo);
    const file = join(built.path, "out");
    const env = { PATH: process.env["PATH"], GITHUB_OUTPUT: file, INPUT_TEXT: "x" };
    for (let time = 0; time < 2; time += 1) await runProgram(join(built.dist, "echo.mjs"), [], { env });
    const delimiters = [...readFileSync(file, "utf8").matchAll(/^result<<(\S{30,})$/gm)].map(
      ([, delimiter]) => delimiter,
    );
    expect(new Set(delimiters).size).toBe(2);
  });
});

describe.concurrent("limits of GitHub", () => {
  const large = (size: number): WorkflowParts => ({
    name: "large",
    resources: [command("main", `head -c ${size} /dev/zero | tr '\\0' '\`'`)],
  });

  test("an output of a megabyte is handed on; its summary shows the beginning", async () => {
    using built = await action(large(524_288));
    const { code, outputs, summary } = await runAction(built.dist);
    expect([code, outputs["result"]?.length]).toEqual([0, 524_288]);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toMatch(/\nThis is the beginning; all 524288 characters are in the output `result`\.\n$/);
  });

  test("one that is larger fails, and none is written", async () => {
    using built = await action(large(524_289));
    const { code, outputs, commands } = await runAction(built.dist);
    expect([code, outputs]).toEqual([1, {}]);
    expect(commands.at(-1)?.[2]).toBe('the output "result" takes 1.0 MB, and GitHub takes 1 MB [tool_runtime]');
  });

  test("a summary of a thousand resources names the first", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ actionId: `r${index}`, after: `set('n${index}', 1)` }));
    using built = await action({
      resources: [
        ...many,
        { actionId: "main", requires: many.map(({ actionId }) => actionId), apiResponse: { response: 1 } },
      ],
    });
    const { summary } = await runAction(built.dist);
    expect(summary.match(/^\| r\d+ \|/gm)).toHaveLength(300);
    expect(summary).toContain("\nand 701 more\n");
  });
});

describe.concurrent("where there is no runner", () => {
  test("the bundle is the workflow's command", async () => {
    using built = await action(greet);
    const bundle = join(built.dist, "Greet.mjs");
    const { stdout, stderr, code } = await runProgram(bundle, ["--input", "name=Bob"]);
    expect([JSON.parse(stdout).response.text, stderr, code]).toEqual(["hello Bob", "", 0]);
    const missing = await runProgram(bundle, [], { env: { GITHUB_ACTIONS: "true", INPUT_NAME: "Ann" } });
    expect([missing.stderr, missing.code]).toEqual(["error: missing input: name\n", 2]);
  });

  test("nor with arguments, as in a step with run", async () => {
    using built = await action(greet);
    const out = join(built.path, "out");
    const { stdout } = await runProgram(join(built.dist, "Greet.mjs"), ["--describe"], { env: { GITHUB_OUTPUT: out } });
    expect(JSON.parse(stdout)).toMatchObject({ name: "Greet" });
    expect(existsSync(out)).toBe(false);
  });

  test("files that cannot be written: a failure for outputs, a warning for the summary", async () => {
    using built = await action(greet);
    const bundle = join(built.dist, "Greet.mjs");
    const env = {
      PATH: process.env["PATH"],
      INPUT_NAME: "x",
      GITHUB_OUTPUT: built.path,
      GITHUB_STEP_SUMMARY: built.path,
    };
    const { stdout, code } = await runProgram(bundle, [], { env });
    expect(stdout).toBe(
      "::warning::cannot write the summary to GITHUB_STEP_SUMMARY: EISDIR\n" +
        "::error title=Greet::cannot write the outputs to GITHUB_OUTPUT: EISDIR [infra]\n",
    );
    expect(code).toBe(1);
  });
});

describe.concurrent("what cannot be an action", () => {
  const build = (cwd: string, ...args: readonly string[]) =>
    flowcHere(["build", ...args, "--target", "github-action"], { cwd, env: { NO_COLOR: "1" } });

  test("inputs whose names GitHub does not take, where they are declared or read", async () => {
    using folder = project(
      `metadata: { name: a }
settings:
  targetActionId: main
  timeout: 1m
  inputs:
    first name: { type: string }
    1st: { type: string }
    größe: { type: string }
    city: { type: string }
    City: { type: string }
resources:
  - actionId: main
    apiResponse: { response: "{{ get('first name') }}" }
`,
    );
    const { stderr, code } = await build(folder.path, ".");
    expect(code).toBe(1);
    expect(stderr.match(/^workflow\.yaml:\d+:\d+: error: .*$/gm)).toEqual([
      'workflow.yaml:6:5: error: "first name" cannot be an input of an action of GitHub: names have letters, digits, _ and -, and start with a letter or _ [invalid-name]',
      'workflow.yaml:7:5: error: "1st" cannot be an input of an action of GitHub: names have letters, digits, _ and -, and start with a letter or _ [invalid-name]',
      'workflow.yaml:8:5: error: "größe" cannot be an input of an action of GitHub: names have letters, digits, _ and -, and start with a letter or _ [invalid-name]',
      'workflow.yaml:10:5: error: GitHub reads the inputs "city" and "City" as one [invalid-name]',
    ]);
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
    using other = project({ resources: [{ actionId: "main", apiResponse: { response: "{{ get('a b') }}" } }] });
    const read = await build(other.path, ".");
    expect(read.stderr).toMatch(/^workflow\.yaml:\d+:\d+: error: "a b" cannot be an input/);
    expect(read.code).toBe(1);
  });

  test("several workflows, and servers", async () => {
    const served = { apiServer: { routes: [{ path: "/", methods: ["GET"] }] } };
    using folder = project(greet, {
      "other/workflow.yaml": JSON.stringify({
        metadata: { name: "served" },
        settings: { targetActionId: "a", ...served },
        resources: [{ actionId: "a", validations: { routes: ["/"] }, apiResponse: { response: 1 } }],
      }),
    });
    for (const paths of [[".", "other"], ["other"]]) {
      const { stderr, code } = await build(folder.path, ...paths);
      expect(stderr).toMatch(oneSentence);
      expect(stderr).toContain(paths.length > 1 ? "takes one workflow" : "other/workflow.yaml is a server workflow");
      expect(code).toBe(2);
    }
    expect(existsSync(join(folder.path, "dist"))).toBe(false);
  });

  test.each(["--exe", "--docker"])("%s", async (option) => {
    using folder = project(greet);
    const { stderr, code } = await build(folder.path, ".", option);
    expect(stderr).toMatch(oneSentence);
    expect([code, existsSync(join(folder.path, "dist"))]).toEqual([2, false]);
  });

  test("an action.yml of somebody else stays; its own is replaced", async () => {
    using built = await action(greet);
    const again = await build(built.path, ".");
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("action.yml")]);
    const before = readdirSync(built.dist).sort();
    writeFileSync(join(built.dist, "action.yml"), "name: mine\n");
    const { stderr, code } = await build(built.path, ".", "--minify");
    expect(stderr).toMatch(
      /^error: [^\n]*dist\/action\.yml was not written by flowc build --target github-action [^\n]*\n$/,
    );
    expect(code).toBe(2);
    expect(readdirSync(built.dist).sort()).toEqual(before);
    expect(readFileSync(join(built.dist, "action.yml"), "utf8")).toBe("name: mine\n");
  });

  test("an unknown target", async () => {
    using folder = project(greet);
    const { stderr, code } = await flowcHere(["build", ".", "--target", "gitlab"], { cwd: folder.path });
    expect(stderr).toBe(
      'error: --target takes command, mcp, github-action, lambda, systemd, kubernetes or dbos, not "gitlab"\n',
    );
    expect(code).toBe(2);
  });

  test("the addon is that of GitHub's machines, whatever machine builds it, unless another is asked for", async () => {
    const keeper = { resources: [{ actionId: "a", component: { name: "memory", with: { key: "k", value: "v" } } }] };
    using built = await action(keeper);
    expect(readdirSync(built.dist).filter((name) => name.endsWith("-linux-x64.node"))).toHaveLength(1);
    expect((await build(built.path, ".", "-o", "win", "--platform", "win32-x64")).code).toBe(0);
    expect(readdirSync(join(built.path, "win")).filter((name) => name.endsWith("-win32-x64.node"))).toHaveLength(1);
  });
});

test.each(["action.yml", "Greet.licenses.txt"])("%s is sealed with the bundle", async (name) => {
  using built = await action(greet);
  const verify = () => flowcHere(["verify", "dist", "."], { cwd: built.path });
  expect((await verify()).code).toBe(0);
  appendFileSync(join(built.dist, name), "# changed\n");
  const { stdout, code } = await verify();
  expect([stdout, code]).toEqual([`tampered  dist/Greet.mjs: ${name} beside it was changed\n`, 1]);
});

test("other bundles do not carry it", async () => {
  using folder = project(greet);
  await flowcHere(["build", "."], { cwd: folder.path });
  expect(readFileSync(join(folder.path, "dist", "Greet.mjs"), "utf8")).not.toContain("GITHUB_OUTPUT");
});

test("docs/github-action.md shows how examples/version-tag is used", async () => {
  using out = temporaryFolder();
  const { code } = await flowcHere(["build", "examples/version-tag", "--target", "github-action", "-o", out.path], {
    cwd: root,
  });
  expect(code).toBe(0);
  const page = readFileSync(join(root, "docs", "github-action.md"), "utf8");
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(parser.workflow(text)).toEqual([]);
  expect(parser.workflow(text.replace("uses:", "use:"))).not.toEqual([]);
  const { inputs: known = {}, outputs } = readAction(out.path);
  const { jobs } = parse(text) as { jobs: { release: { steps: { id?: string; with?: Record<string, unknown> }[] } } };
  const given = jobs.release.steps.find(({ id }) => id === "tag")?.with ?? {};
  expect(Object.keys(known)).toEqual(Object.keys(given));
  const read = [...text.matchAll(/steps\.tag\.outputs\.(\w+)/g)].map(([, name = ""]) => name);
  expect(read).toHaveLength(2);
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(read));
  const step = await runAction(out.path, { tag: "v2.0.0-rc.1" });
  expect(step.outputs).toMatchObject({ version: "2.0.0-rc.1", major: "2", prerelease: "true" });
  const refused = await runAction(out.path, { tag: "v2.0.0-rc.1", allowPrerelease: "false" });
  expect([refused.code, refused.commands[0]?.[0]]).toEqual([1, "error"]);
});
