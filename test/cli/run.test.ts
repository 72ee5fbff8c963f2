import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { command, hello, oneSentence, project } from "./project.ts";

const echoInputs = {
  name: "echo-inputs",
  resources: [
    {
      actionId: "show",
      apiResponse: { response: { a: "{{ get('a') }}", b: "{{ get('b') }}", body: "{{ get('body') }}" } },
    },
  ],
};

function response(stdout: string): unknown {
  return JSON.parse(stdout).response;
}

describe.concurrent("exit codes of flowc run", () => {
  test("0: completed; text as it is", async () => {
    using folder = project(hello);
    expect(await flowc(["run", "."], { cwd: folder.path })).toMatchObject({ stdout: "hello\n", stderr: "", code: 0 });
  });

  test("1: a resource failed; one line says which, why and of which class", async () => {
    using folder = project({ resources: [command("main", "echo lost; echo the reason >&2; exit 7")] });
    const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stdout).toBe("");
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toMatch(/"main".*\b7\b.*the reason.*tool_runtime/);
    expect(code).toBe(1);
  });

  test("1: a check that does not hold", async () => {
    using folder = project({
      resources: [command("main", "echo", { validations: { check: "1 > 2", error: { message: "too small" } } })],
    });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stderr).toMatch(/^error: .*too small.*validation.*\n$/);
    expect(code).toBe(1);
  });

  test("2: an input that its schema refuses", async () => {
    const settings = { inputs: { count: { type: "integer", minimum: 1 }, name: { type: "string", required: true } } };
    using folder = project({ ...hello, settings });
    for (const [args, message] of [
      [["--input", "name=x", "--input", "count=0"], /count/],
      [["--input", "name=x", "--input", "count=many"], /count/],
      [["--input", "count=2"], /name/],
      [["--input", "name=x", "--input", "cuont=2"], /cuont.*count/],
      [["--input-json", '{"name": 5}'], /name/],
    ] as const) {
      const { stdout, stderr, code } = await flowc(["run", ".", ...args], { cwd: folder.path });
      expect(stderr).toMatch(oneSentence);
      expect(stderr).toMatch(message);
      expect(stdout).toBe("");
      expect(code).toBe(2);
    }
  });

  test("3: the workflow does not compile; warnings are not shown", async () => {
    using folder = project({
      resources: [
        command("first", "echo"),
        command("main", "echo {{ get('frist') }}{{ nope() }}", { requires: ["first"] }),
      ],
    });
    const { stdout, stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^workflow\.yaml:\d+:\d+: error: unknown function "nope" \[unknown-function\]\n/);
    expect(stderr).not.toContain("warning");
    expect(code).toBe(3);
  });

  test("warnings of a workflow that compiles are not shown", async () => {
    using folder = project({
      resources: [command("first", "echo"), command("main", "echo {{ get('frist') }}", { requires: ["first"] })],
    });
    expect(await flowc(["run", "."], { cwd: folder.path })).toMatchObject({ stderr: "", code: 0 });
  });

  test("3: an empty workflow says so", async () => {
    using folder = project("");
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stderr).toMatch(/error: /);
    expect(code).toBe(3);
  });

  test("124: the workflow's own timeout", async () => {
    using folder = project({ settings: { timeout: "200ms" }, resources: [command("main", "sleep 30")] });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stderr).toMatch(/^error: .*timeout.*\n$/);
    expect(code).toBe(124);
  });

  test("1, not 124: the timeout of one resource", async () => {
    using folder = project({ resources: [{ actionId: "main", exec: { command: "sleep 30", timeout: "100ms" } }] });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stderr).toContain("[timeout]");
    expect(code).toBe(1);
  });

  test("1: a program that does not exist, an environment variable that is not set", async () => {
    using missing = project({ resources: [{ actionId: "main", exec: { command: "no-such-program", args: ["a"] } }] });
    expect((await flowc(["run", "."], { cwd: missing.path })).code).toBe(1);
    using environment = project({ resources: [command("main", "echo {{ env('FLOWC_TEST_UNSET') }}")] });
    const { stderr, code } = await flowc(["run", "."], { cwd: environment.path });
    expect(stderr).toMatch(/FLOWC_TEST_UNSET.*\[preflight\]/);
    expect(code).toBe(1);
  });
});

describe.concurrent("inputs", () => {
  test("--input is repeatable, later wins, a value may hold =", async () => {
    using folder = project(echoInputs);
    const args = ["--input", "a=1", "--input", "b=x=y", "--input", "a=2"];
    const { stdout } = await flowc(["run", ".", ...args], { cwd: folder.path });
    expect(response(stdout)).toMatchObject({ a: "2", b: "x=y" });
  });

  test("--input-json as text, @file and standard input; --input goes over it", async () => {
    using folder = project(echoInputs, { "in.json": '{"a": [1, {"b": null}], "b": "é"}' });
    const text = readFileSync(join(folder.path, "in.json"), "utf8");
    const expected = { a: [1, { b: null }], b: "é" };
    const run = (source: string, stdin?: string) =>
      flowc(["run", ".", "--input-json", source], { cwd: folder.path, ...(stdin === undefined ? {} : { stdin }) });
    expect(response((await run(text)).stdout)).toMatchObject(expected);
    expect(response((await run("@in.json")).stdout)).toMatchObject(expected);
    expect(response((await run("-", text)).stdout)).toMatchObject(expected);
    const both = await flowc(["run", ".", "--input", "a=own", "--input-json", text], { cwd: folder.path });
    expect(response(both.stdout)).toMatchObject({ a: "own", b: "é" });
  });

  test("--input-json - without any input is a usage error", async () => {
    using folder = project(echoInputs);
    const { stderr, code } = await flowc(["run", ".", "--input-json", "-"], { cwd: folder.path, stdin: "" });
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(2);
  });

  test("names that every object has are inputs like others", async () => {
    using folder = project({
      resources: [
        {
          actionId: "show",
          apiResponse: {
            response: { p: "{{ get('__proto__') }}", c: "{{ get('constructor') }}", t: "{{ get('toString') }}" },
          },
        },
      ],
    });
    const given = '{"__proto__": "p", "constructor": "c"}';
    const { stdout, stderr } = await flowc(["run", ".", "--input-json", given], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(response(stdout)).toEqual({ p: "p", c: "c", t: null });
  });

  test("--file: text, path and type", async () => {
    using folder = project(
      {
        resources: [
          {
            actionId: "show",
            apiResponse: {
              response: ["{{ get('file') }}", "{{ get('file', 'filepath') }}", "{{ get('file', 'filetype') }}"],
            },
          },
        ],
      },
      { "data.json": '{"x": 1}\n' },
    );
    const { stdout, code } = await flowc(["run", ".", "--file", "data.json"], { cwd: folder.path });
    expect(response(stdout)).toEqual(['{"x": 1}\n', expect.stringMatching(/data\.json$/), "application/json"]);
    expect(code).toBe(0);
    const none = await flowc(["run", "."], { cwd: folder.path });
    expect(response(none.stdout)).toEqual([null, null, null]);
  });

  test("--request answers one request of a server workflow", async () => {
    using folder = project({
      settings: { apiServer: { routes: [{ path: "/sum", methods: ["POST"] }] } },
      resources: [
        {
          actionId: "sum",
          validations: { routes: ["/sum"], methods: ["POST"] },
          apiResponse: { response: { sum: "{{ get('body').a + get('body').b }}", page: "{{ get('page', 'param') }}" } },
        },
      ],
    });
    const args = ["--request", "POST /sum?page=2", "--input-json", '{"a": 1, "b": 2}'];
    const { stdout, stderr, code } = await flowc(["run", ".", ...args], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ success: true, response: { sum: 3, page: "2" } });
    expect(code).toBe(0);
  });

  test("--request for a route that is not there fails", async () => {
    using folder = project({
      settings: { apiServer: { routes: [{ path: "/sum", methods: ["POST"] }] } },
      resources: [
        { actionId: "sum", validations: { routes: ["/sum"], methods: ["POST"] }, apiResponse: { response: 1 } },
      ],
    });
    for (const request of ["GET /nowhere", "GET /sum"]) {
      const { stdout, code } = await flowc(["run", ".", "--request", request], { cwd: folder.path });
      expect(code, request).not.toBe(0);
      expect(stdout).not.toContain('"success":true');
    }
  });
});

describe.concurrent("the result", () => {
  test("--output json always prints JSON", async () => {
    using folder = project(hello);
    expect((await flowc(["run", ".", "--output", "json"], { cwd: folder.path })).stdout).toBe('"hello"\n');
    expect((await flowc(["run", ".", "--output=text"], { cwd: folder.path })).stdout).toBe("hello\n");
  });

  test("a nil result, a number, a list", async () => {
    const results = { "{{ nil }}": null, "{{ 1 + 1 }}": 2, "{{ [1, 'a'] }}": [1, "a"] };
    for (const [template, value] of Object.entries(results)) {
      using folder = project({ resources: [{ actionId: "main", apiResponse: { response: template } }] });
      expect(response((await flowc(["run", "."], { cwd: folder.path })).stdout)).toEqual(value);
    }
  });

  test("ten million bytes arrive whole", async () => {
    using folder = project({ resources: [command("main", "head -c 10000000 /dev/zero | tr '\\0' x")] });
    const { stdout, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(stdout).toHaveLength(10_000_001);
    expect(code).toBe(0);
  });

  test("standard output closed by its reader is not a stack trace", async () => {
    using folder = project({ resources: [command("main", "sleep 0.3; echo hello")] });
    const { stderr } = await flowc(["run", "."], {
      cwd: folder.path,
      started: (child) => void child.stdout?.destroy(),
    });
    expect(stderr).toBe("");
  });

  test("--describe runs nothing and tells what is inside", async () => {
    using folder = project({
      name: "told",
      settings: { inputs: { city: { type: "string", required: true } } },
      resources: [command("first", "touch ran"), command("last", "echo {{ env('HOME') }}", { requires: ["first"] })],
    });
    const { stdout, stderr, code } = await flowc(["run", ".", "--describe"], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      name: "told",
      inputs: [{ name: "city", required: true, schema: { type: "string" } }],
      routes: [],
      resources: [{ actionId: "first" }, { actionId: "last", requires: ["first"] }],
      executors: ["exec"],
      effects: { environment: ["HOME"] },
      sourceHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      compilerVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });
});

describe.concurrent("memory", () => {
  test("lasts from one run to the next, below HOME unless dbPath says otherwise", async () => {
    const memory = (actionId: string, input: object, more: object = {}) => ({
      actionId,
      component: { name: "memory", with: input },
      ...more,
    });
    using folder = project({
      name: "visits",
      resources: [
        memory("before", { action: "retrieve", key: "k" }),
        memory("after", { key: "k", value: "{{ output('before').value }}x" }, { requires: ["before"] }),
        { actionId: "show", requires: ["before", "after"], apiResponse: { response: "{{ output('before') }}" } },
      ],
    });
    const env = { HOME: folder.path };
    const values: unknown[] = [];
    for (let run = 0; run < 3; run += 1)
      values.push(response((await flowc(["run", "."], { cwd: folder.path, env })).stdout));
    expect(values).toEqual([
      { success: false, key: "k", value: "" },
      { success: true, key: "k", value: "x" },
      { success: true, key: "k", value: "xx" },
    ]);
    const { statSync } = await import("node:fs");
    expect(statSync(join(folder.path, ".flowc")).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, ".flowc", "memory.db")).mode & 0o777).toBe(0o600);
  });

  test("a database that cannot be opened is infra; a key that is nil is validation", async () => {
    using folder = project(
      {
        resources: [
          { actionId: "keep", component: { name: "memory", with: { key: "k", value: "v", dbPath: "file/m.db" } } },
        ],
      },
      { file: "in the way" },
    );
    const closed = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(eventsOf(closed.stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "infra" });
    expect(closed.code).toBe(1);
    using nil = project({
      resources: [
        {
          actionId: "keep",
          component: { name: "memory", with: { key: "{{ get('k') }}", value: "v", dbPath: "m.db" } },
        },
      ],
    });
    const missing = await flowc(["run", ".", "--events"], { cwd: nil.path });
    expect(eventsOf(missing.stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "validation" });
    writeFileSync(join(nil.path, "m.db"), "this is not a database, however long it may be ".repeat(100));
    const broken = await flowc(["run", ".", "--events", "--input", "k=k"], { cwd: nil.path });
    expect(eventsOf(broken.stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "infra" });
  });
});
