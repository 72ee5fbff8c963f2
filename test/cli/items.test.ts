import { describe, expect, test } from "vitest";
import { eventsOf, flowc } from "../support/flowc.ts";
import { project, type Resource } from "./project.ts";

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
  ])("%s is no array", async (list, type) => {
    using folder = project({ resources: [{ ...each("{{ get('list') }}"), exec: { command: "true" } }] });
    const { stderr, code } = await flowc(["run", ".", "--input-json", `{"list": ${list}}`], { cwd: folder.path });
    expect([code, stderr]).toEqual([1, `error: "each" failed: items must be an array, found ${type} [validation]\n`]);
  });

  test("nil is no items", async () => {
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
    expect([code, stderr]).toEqual([124, "error: the run exceeded its timeout of 0.3s [timeout]\n"]);
  });
});
