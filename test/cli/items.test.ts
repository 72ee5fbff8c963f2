import { describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { project, type Resource, type WorkflowParts } from "./project.ts";
import { post, startService } from "./serve/service.ts";

/** Counts how many of it run at a time, in a file that each appends to: `+` at its start, `-` at its end. */
const counted = 'printf + >> log; sleep 0.05; printf -- - >> log; echo "$1"';

function each(items: unknown, more: Resource = {}): Resource {
  return { actionId: "each", items, exec: { command: counted, args: ["{{ item }}"] }, ...more };
}

const log = { actionId: "log", requires: ["each"], exec: { command: "cat log" } };

/** The most that ran at a time. */
function most(trace: string): number {
  let running = 0;
  let highest = 0;
  for (const sign of trace.trim()) {
    running += sign === "+" ? 1 : -1;
    highest = Math.max(highest, running);
  }
  return highest;
}

describe.concurrent("items", () => {
  test.each([1, 3])("run at the same time, %i at most, like resources beside them", async (concurrency) => {
    const beside = { actionId: "beside", exec: { command: counted, args: ["x"] } };
    using folder = project({
      settings: { concurrency },
      resources: [each("{{ 1..8 }}"), beside, { ...log, requires: ["each", "beside"] }],
    });
    const { stdout, code } = await flowc(["run", "."], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout.trim()).toHaveLength(18);
    expect(most(stdout)).toBeLessThanOrEqual(concurrency);
    if (concurrency === 3) expect(most(stdout)).toBeGreaterThan(1);
  });

  test("ten thousand items keep to the limit and to their order", async () => {
    const memory = {
      name: "memory",
      with: { key: "{{ string(item) }}", value: "x", action: "retrieve", dbPath: "m.db" },
    };
    using folder = project({
      settings: { concurrency: 2 },
      resources: [
        { actionId: "each", items: "{{ 1..10000 }}", component: memory },
        {
          actionId: "count",
          requires: ["each"],
          apiResponse: { response: "{{ [len(get('each')), get('each')[0].key, get('each')[9999].key] }}" },
        },
      ],
    });
    const { stdout } = await flowc(["run", "."], { cwd: folder.path });
    expect(JSON.parse(stdout)).toMatchObject({ response: [10000, "1", "10000"] });
  });

  test("one that fails ends the resource: nothing new starts, and the message names the item", async () => {
    using folder = project({
      settings: { concurrency: 1 },
      resources: [{ actionId: "each", items: [0, 3, 0], exec: { command: "echo ran >> log; exit {{ item }}" } }],
    });
    const { stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(eventsOf(stderr).map(({ event, message = "" }) => `${event} ${message}`.trim())).toEqual([
      "workflow.started",
      "resource.started",
      "resource.failed items[1]: exit code 3",
      'workflow.failed "each" failed: items[1]: exit code 3',
    ]);
    const { stdout } = await flowc(["run", "."], { cwd: folder.path });
    expect(stdout).toBe("");
  });

  test("what is in flight ends when one fails", async () => {
    using folder = project({
      settings: { concurrency: 2 },
      resources: [
        {
          actionId: "each",
          items: ["sleep 0.3; echo whole > whole", "exit 1"],
          exec: { command: "{{ item }}" },
          onError: { action: "fail", expr: "set('x', index)" },
        },
      ],
    });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect([code, stderr]).toEqual([1, 'error: "each" failed: items[1]: exit code 1 [tool_runtime]\n']);
    using second = project({ resources: [{ actionId: "see", exec: { command: `cat ${folder.path}/whole` } }] });
    expect((await flowc(["run", "."], { cwd: second.path })).stdout).toBe("whole\n");
  });

  test.each([
    ["5", "int"],
    ['"text"', "string"],
    ['{"a": 1}', "map"],
  ])("%s is not an array", async (list, type) => {
    using folder = project({ resources: [{ ...each("{{ get('list') }}"), exec: { command: "true" } }] });
    const { stderr, code } = await flowc(["run", ".", "--input-json", `{"list": ${list}}`], { cwd: folder.path });
    const place = "workflow.yaml:12:20: get('list')";
    const message = `"each" failed: ${place}: items must be an array, found ${type}`;
    expect([code, stderr]).toEqual([1, `error: ${message} [validation]\n`]);
  });

  test("nil means no items", async () => {
    using folder = project({ resources: [each("{{ get('list') }}")] });
    const { stdout, code } = await flowc(["run", "."], { cwd: folder.path });
    expect([code, stdout]).toEqual([0, "[]\n"]);
  });

  test("onError is about items, not about a check of the whole", async () => {
    using folder = project({
      resources: [each([1], { validations: { check: "get('x') == 1" }, onError: { action: "continue" } })],
    });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    expect([code, stderr]).toEqual([1, "error: \"each\" failed: check failed: get('x') == 1 [validation]\n"]);
  });

  test("are ended with the run", async () => {
    using folder = project({
      settings: { timeout: "300ms", concurrency: 2 },
      resources: [{ actionId: "each", items: "{{ 1..100 }}", exec: { command: "sleep 60" } }],
    });
    const { stderr, code } = await flowc(["run", "."], { cwd: folder.path });
    const message = 'the run exceeded its timeout of 0.3s while it ran "each"';
    expect([code, stderr]).toEqual([124, `error: ${message} [timeout]\n`]);
  });
});

/** A million items of an executor that never waits, each less than a moment. */
const quick: Readonly<Record<string, Resource>> = {
  sql: { sql: { connectionName: "main", query: "SELECT 1" } },
  memory: { component: { name: "memory", with: { action: "retrieve", key: "k", dbPath: "m.db" } } },
  component: { component: { name: "inner", with: { text: "{{ string(item) }}" } } },
};

function million(executor: string, settings: WorkflowParts["settings"] = {}, more: Resource = {}) {
  const sqlConnections = executor === "sql" ? { main: { connection: "sqlite::memory:" } } : {};
  const resource = { actionId: "each", items: "{{ 1..1000000 }}", ...quick[executor], ...more };
  return { settings: { sqlConnections, ...settings }, resources: [resource] };
}

const inner = JSON.stringify({
  metadata: { name: "inner" },
  interface: { inputs: [{ name: "text", type: "string", required: true }] },
  resources: [{ actionId: "only", apiResponse: { response: "get('text')" } }],
});
const innerFile = { "components/inner/component.yaml": inner };

describe.each(Object.keys(quick))("a million items of %s", (executor) => {
  const files = executor === "component" ? innerFile : {};

  test("are ended by the timeout of the run", async () => {
    using folder = project(million(executor, { timeout: "1s" }), files);
    const { stdout, stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect([stdout, code]).toEqual(["", 124]);
    expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "timeout" });
  });

  test("are ended by a signal", async () => {
    using folder = project(million(executor), files);
    const { stdout, stderr, code } = await flowc(["run", ".", "--events"], {
      cwd: folder.path,
      // Once: a second signal would end it at once.
      started: (child) => child.stderr?.once("data", () => setTimeout(() => child.kill("SIGINT"), 100)),
    });
    expect([stdout, code]).toEqual(["", 130]);
    expect(eventsOf(stderr).at(-1)).toMatchObject({
      event: "workflow.failed",
      message: "the run was cancelled by SIGINT",
    });
  });
});

test("a request with a million items keeps no other waiting", async () => {
  const apiServer = { routes: [{ path: "/each", methods: ["POST"] }], healthPath: "/health" };
  await using server = await startService(million("sql", { apiServer }, { validations: { routes: ["/each"] } }));
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  const posted = post(`${server.url}/each`, {}).then(answered, answered);
  for (let count = 0; count < 10; count += 1) expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(isAnswered).toBe(false);
  server.child.kill("SIGKILL");
  await posted;
});

test("a run is ended by its timeout also where an expression outlasts it", async () => {
  const endless = "{{ count(1..int(get('n')), count(1..20000, (# * 7) % 11 == 3) < 0) }}";
  using folder = project({
    settings: { timeout: "100ms", inputs: { n: { type: "integer", required: true } } },
    resources: [
      { actionId: "first", exec: { command: "true" } },
      { actionId: "last", requires: ["first"], apiResponse: { response: endless } },
    ],
  });
  const { stdout, stderr, code } = await flowc(["run", ".", "--input", "n=1000"], { cwd: folder.path });
  expect([stdout, stderr, code]).toEqual(["", "error: the run exceeded its timeout of 0.1s [timeout]\n", 124]);
});
