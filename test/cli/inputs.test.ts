import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, flowcHere, flowcProgram, runProgram } from "../support/flowc.ts";
import { connectedOverStdio } from "../support/mcp.ts";
import { project, type WorkflowParts } from "./project.ts";
import { post, startService } from "./serve/service.ts";

/** A workflow that shows the inputs that it declares. */
function asking(inputs: Readonly<Record<string, unknown>>): WorkflowParts {
  const response = Object.fromEntries(Object.keys(inputs).map((name) => [name, `{{ get('${name}') }}`]));
  return { name: "asking", settings: { inputs }, resources: [{ actionId: "main", apiResponse: { response } }] };
}

test("a hundred thousand unique objects are looked at in a moment", async () => {
  using folder = project(asking({ list: { type: "array", items: { type: "object" }, uniqueItems: true } }));
  const file = join(folder.path, "list.json");
  const run = async (list: readonly unknown[]) => {
    writeFileSync(file, JSON.stringify({ list }));
    return flowc(["run", folder.path, "--input-json", `@${file}`]);
  };
  const list = Array.from({ length: 100_000 }, (_unused, index) => ({ first: { n: [index] }, second: true }));
  const unique = await run(list);
  expect([unique.stderr, unique.code]).toEqual(["", 0]);
  const twice = await run([...list, { second: true, first: { n: [3] } }]);
  const said = 'the input "list" must NOT have duplicate items (items ## 3 and 100000 are identical)';
  expect([twice.stderr, twice.code]).toEqual([`error: ${said}\n`, 2]);
});

const paint = asking({
  color: { enum: ["red", "green", "blue"], default: "red", description: "What\n  it is painted in" },
  count: { type: ["integer", "null"], minimum: 1 },
  name: { type: "string", minLength: 1, required: true },
  place: { type: "object", properties: { lat: { type: "number" } }, additionalProperties: false },
  who: { type: "string", required: true },
});
const wrong = { color: "mauve", count: 0, name: "", place: { "a/b": 1 }, more: 1 };
const all = [
  "unknown input: more (declared: color, count, name, place, who)",
  "missing input: who",
  'the input "color" must be one of "red", "green" or "blue"',
  'the input "count" must be >= 1',
  'the input "name" is empty',
  'the input "place" must not have the key "a/b"',
].join("; ");

describe.concurrent("all that is wrong with inputs is reported at once", () => {
  test("on the command line and in JSON", async () => {
    using folder = project(paint);
    const run = (...args: readonly string[]) => flowc(["run", folder.path, ...args]);
    const pairs = Object.entries(wrong).flatMap(([name, value]) => [
      "--input",
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const expected = { stdout: "", stderr: `error: ${all}\n`, code: 2 };
    expect(await run("--input-json", JSON.stringify(wrong))).toMatchObject(expected);
    expect(await run(...pairs)).toMatchObject(expected);
    const number = await run("--input", "name=a", "--input", "who=b", "--input", "count=");
    expect(number.stderr).toBe('error: the input "count" is empty, and must be integer or null\n');
    const allowed = await run("--input", "name=a", "--input", "who=");
    expect([allowed.stderr, allowed.code], "no schema forbids the empty text").toEqual(["", 0]);
  });

  test("by run() of a bundle", async () => {
    using folder = project(paint);
    expect((await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path })).code).toBe(0);
    const caller = join(folder.path, "caller.mjs");
    writeFileSync(
      caller,
      `import { run } from "./out/asking.mjs";
      await run({ inputs: ${JSON.stringify(wrong)} }).catch(({ name, message }) => console.log(JSON.stringify([name, message])));`,
    );
    const { stdout } = await runProgram(caller, []);
    expect(JSON.parse(stdout)).toEqual(["InvalidInput", all]);
  });

  test("over MCP", async () => {
    using folder = project(paint);
    const env = { ...process.env, HOME: folder.path, XDG_CACHE_HOME: join(folder.path, "cache") };
    await using connection = await connectedOverStdio("auto", { args: [flowcProgram, "mcp", folder.path], env });
    await expect(connection.client.callTool({ name: "asking", arguments: wrong })).rejects.toMatchObject({
      message: expect.stringContaining(`asking: ${all}`),
    });
  });

  test("over HTTP, of declared inputs and of what the resources of a request ask for", async () => {
    const routes = [
      { path: "/declared", methods: ["POST"] },
      { path: "/asked", methods: ["POST"] },
    ];
    const first = { properties: { n: { type: "integer" }, k: { const: "x" } }, required: ["n", "t"] };
    const second = { properties: { t: { type: "string", minLength: 2 }, u: { type: "string" } }, required: ["t"] };
    const error = { code: 422 };
    const resources = [
      { actionId: "one", validations: { routes: ["/asked"], ...first, error }, apiResponse: { response: 1 } },
      {
        actionId: "two",
        requires: ["one"],
        validations: { routes: ["/asked"], ...second },
        apiResponse: { response: "{{ [get('n'), get('k'), get('t'), get('u')] }}" },
      },
      { actionId: "main", requires: ["two"], apiResponse: { response: 2 } },
    ];
    const settings = { timeout: "5s", apiServer: { routes } };
    await using open = await startService({ name: "open", settings, resources });
    const asked = async (body: unknown) => {
      const answer = await post(`${open.url}/asked`, body);
      return [answer.status, ((await answer.json()) as { error?: { message: string } }).error?.message];
    };
    expect(await asked({ n: "1", k: 5, t: "", u: false })).toEqual([
      422,
      'the input "t" is empty; the input "k" must be "x"; the input "n" must be integer; the input "u" must be string',
    ]);
    expect(await asked({})).toEqual([422, "missing input: n, t"]);
    expect(await asked({ n: 1, t: "ab" })).toEqual([200, undefined]);
    await using closed = await startService({ ...paint, settings: { ...paint.settings, ...settings } });
    const { more: _left, ...declared } = wrong;
    const answer = await post(`${closed.url}/declared`, { ...declared, more: 1 });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toBe(all.replace(/^.*?; /, ""));
  });

  test("by a resource of a command, and long names and lists are cut", async () => {
    const allowed = Array.from({ length: 25 }, (_unused, index) => index);
    const long = "k".repeat(10_000);
    const inner = { type: "object", additionalProperties: { type: "boolean" } };
    const properties = { n: { enum: allowed }, o: inner, "a/b": { type: "integer" } };
    const resource = {
      actionId: "main",
      validations: { required: ["name"], properties },
      apiResponse: { response: "{{ get('name') }}" },
    };
    using folder = project({ resources: [resource] });
    const input = JSON.stringify({ name: "", n: 30, o: { [long]: 1 }, "a/b": "x" });
    const { stderr } = await flowc(["run", folder.path, "--input-json", input]);
    const list = allowed.slice(0, 20).join(", ");
    const problems = [
      'the input "name" is empty',
      'the input "a/b" must be integer',
      `the input "n" must be one of ${list} and 5 more`,
      `the input "o.${"k".repeat(198)}…" must be boolean`,
    ];
    expect(stderr).toBe(`error: "main" failed: ${problems.join("; ")} [validation]\n`);
  });
});

test("an option named like an input is reported as one", async () => {
  using folder = project(asking({ color: {}, max_size: {}, loud: { type: "boolean" } }));
  const run = async (...args: readonly string[]) => (await flowc(["run", ...args], { cwd: folder.path })).stderr;
  expect(await run(".", "--color", "red")).toBe(
    "error: unknown option '--color'; \"color\" is an input: --input color=red\n",
  );
  expect(await run("--color", "it's red", ".")).toContain(`: --input 'color=it'\\''s red'\n`);
  expect(await run(".", "--color=red=blue")).toContain(": --input color=red=blue\n");
  expect(await run(".", "--max-size", "--loud")).toContain('; "max_size" is an input: --input max_size=VALUE\n');
  expect(await run(".", "--loud")).toContain(": --input loud=true\n");
  expect(await run(".", "--evnts")).toBe("error: unknown option '--evnts'; did you mean \"--events\"?\n");
  expect(await run(".", "--elsewhere", "x")).toBe("error: unknown option '--elsewhere'\n");
  expect((await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path })).code).toBe(0);
  const bundle = await runProgram(join(folder.path, "out", "asking.mjs"), ["--color", "red"]);
  expect([bundle.stderr, bundle.code]).toEqual([
    "error: Unknown option '--color'; \"color\" is an input: --input color=red\n",
    2,
  ]);
});

describe.concurrent("the help of a bundle", () => {
  const help = async (workflow: WorkflowParts) => {
    using folder = project({ ...workflow, name: "sample" });
    expect((await flowcHere(["build", ".", "-o", "out"], { cwd: folder.path })).code).toBe(0);
    const { stdout, code } = await runProgram(join(folder.path, "out", "sample.mjs"), ["--help"]);
    expect(code).toBe(0);
    return stdout;
  };
  const optionsIn = (text: string) => [...text.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
  const common = ["events", "output", "describe", "help", "version"];

  test("lists the inputs with their types, defaults and descriptions", async () => {
    expect(await help(paint)).toContain(`sample: a workflow compiled by flowc

inputs:
  color               What it is painted in ("red", "green" or "blue", default "red")
  count               integer or null
  name                string, required
  place               object
  who                 string, required

options:
  --input NAME=VALUE  give an input (repeatable)
`);
  });

  test("lists the options that it has", async () => {
    expect(optionsIn(await help(paint))).toEqual(["input", "input-json", ...common]);
    expect(optionsIn(await help(asking({})))).toEqual(common);
    const reads = { actionId: "main", apiResponse: { response: "{{ get('file') }}" } };
    expect(optionsIn(await help({ resources: [reads] }))).toEqual(["input", "input-json", "file", ...common]);
    const asks = { actionId: "main", validations: { required: ["file"] }, apiResponse: { response: 1 } };
    const asked = await help({ resources: [asks] });
    expect(optionsIn(asked)).toEqual(["input", "input-json", "file", ...common]);
    expect(asked, "a file is not an input").not.toContain("inputs:");
    const routes = [{ path: "/x", methods: ["GET"] }];
    const bound = { actionId: "main", validations: { routes: ["/x"] }, apiResponse: { response: 1 } };
    const server = await help({ settings: { apiServer: { routes } }, resources: [bound] });
    const [events, output, ...rest] = common;
    expect(optionsIn(server)).toEqual([
      "input",
      "input-json",
      events,
      output,
      "request",
      "host",
      "port",
      "log",
      ...rest,
    ]);
  });
});
