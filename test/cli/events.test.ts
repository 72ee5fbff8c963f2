import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, flowc, flowcProgram } from "../support/flowc.ts";
import { command, hello, oneSentence, project, startUnread } from "./project.ts";

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const duration = expect.any(Number);

/** The fields that every event has. */
function every(event: string, workflowId: string) {
  return { event, workflowId, runId: uuid, emittedAt: timestamp };
}

/** Many small events: more than a pipe holds. */
const manyEvents = {
  name: "many",
  resources: [
    ...Array.from({ length: 400 }, (_, index) => ({ actionId: `r${index}`, before: "1 == 1" })),
    command("last", "echo done", { requires: Array.from({ length: 400 }, (_, index) => `r${index}`) }),
  ],
};

describe.concurrent("--events", () => {
  test("is silent without the flag", async () => {
    using folder = project(hello);
    expect((await flowc(["run", "."], { cwd: folder.path })).stderr).toBe("");
  });

  test("every field of a completed run, in order", async () => {
    using folder = project({
      name: "two",
      resources: [command("a", "echo a"), command("b", "echo b", { requires: ["a"] })],
    });
    const { stdout, stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(stdout).toBe("b\n");
    expect(code).toBe(0);
    const events = eventsOf(stderr);
    const resource = (event: string, actionId: string) => ({ ...every(event, "two"), actionId, resourceType: "exec" });
    expect(events).toEqual([
      every("workflow.started", "two"),
      resource("resource.started", "a"),
      { ...resource("resource.completed", "a"), durationMs: duration },
      resource("resource.started", "b"),
      { ...resource("resource.completed", "b"), durationMs: duration },
      every("workflow.completed", "two"),
    ]);
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
    const times = events.map(({ emittedAt }) => String(emittedAt));
    expect(times).toEqual(times.toSorted());
    for (const { durationMs } of events) expect(Number(durationMs ?? 0)).toBeGreaterThanOrEqual(0);
  });

  test("two runs have two runIds", async () => {
    using folder = project(hello);
    const runs = await Promise.all([1, 2].map(() => flowc(["run", ".", "--events"], { cwd: folder.path })));
    const ids = runs.map(({ stderr }) => eventsOf(stderr)[0]?.["runId"]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("a failure: what runs ends, what never started is skipped and says why, workflow.failed is last", async () => {
    using folder = project({
      name: "failing",
      resources: [
        command("slow", "sleep 0.4; echo slow"),
        command("bad", "sleep 0.1; echo why >&2; exit 3"),
        command("after-slow", "echo", { requires: ["slow"] }),
        command("after-bad", "echo", { requires: ["bad"] }),
        command("end", "echo", { requires: ["after-slow", "after-bad"] }),
      ],
    });
    const { stdout, stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    const events = eventsOf(stderr);
    const kinds = events.map(({ event, actionId = "" }) => `${event} ${actionId}`.trim());
    expect(kinds.slice(0, 3).toSorted()).toEqual(["resource.started bad", "resource.started slow", "workflow.started"]);
    expect(kinds.slice(3)).toEqual([
      "resource.failed bad",
      "resource.completed slow",
      "resource.skipped after-slow",
      "resource.skipped after-bad",
      "resource.skipped end",
      "workflow.failed",
    ]);
    expect(events.find(({ event }) => event === "resource.failed")).toEqual({
      ...every("resource.failed", "failing"),
      actionId: "bad",
      resourceType: "exec",
      message: expect.stringMatching(/\b3\b.*why/),
      failureClass: "tool_runtime",
      durationMs: duration,
      place: expect.stringMatching(/^workflow\.yaml:\d+$/),
      exitCode: 3,
      command: "sleep 0.1; echo why >&2; exit 3",
      tail: { stderr: "why" },
    });
    for (const skipped of events.filter(({ event }) => event === "resource.skipped")) {
      expect(skipped["message"]).toContain('"bad"');
      expect(skipped["resourceType"]).toBe("exec");
    }
    expect(events.at(-1)).toEqual({
      ...every("workflow.failed", "failing"),
      message: expect.stringContaining("bad"),
      failureClass: "tool_runtime",
    });
  });

  test("resource types and a skip with its reason", async () => {
    using folder = project({
      name: "types",
      settings: { concurrency: 1 },
      resources: [
        command("skipped", "echo", { validations: { skip: "2 > 1" } }),
        {
          actionId: "memory",
          requires: ["skipped"],
          component: { name: "memory", with: { key: "k", value: "v", dbPath: "m.db" } },
        },
        { actionId: "main", requires: ["memory"], apiResponse: { response: 1 } },
      ],
    });
    const { stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    const events = eventsOf(stderr);
    expect(events[1]).toEqual({
      ...every("resource.skipped", "types"),
      actionId: "skipped",
      resourceType: "exec",
      message: expect.stringContaining("2 > 1"),
    });
    expect(events.find(({ actionId }) => actionId === "memory")?.["resourceType"]).toBe("component");
  });

  test("resource.retrying carries the attempt", async () => {
    using folder = project({
      resources: [command("main", "exit 1", { onError: { action: "retry", maxRetries: 2, retryDelay: "1ms" } })],
    });
    const { stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    const retrying = eventsOf(stderr).filter(({ event }) => event === "resource.retrying");
    expect(retrying.map(({ attempt, failureClass, actionId }) => [attempt, failureClass, actionId])).toEqual([
      [1, "tool_runtime", "main"],
      [2, "tool_runtime", "main"],
    ]);
    expect(eventsOf(stderr).filter(({ event }) => event === "resource.started")).toHaveLength(1);
  });

  test.each([
    ["timeout", { resources: [{ actionId: "main", exec: { command: "sleep 9", timeout: "50ms" } }] }],
    ["validation", { resources: [command("main", "echo", { validations: { check: "1 > 2" } })] }],
    ["tool_runtime", { resources: [command("main", "kill -9 $$")] }],
    ["tool_runtime", { resources: [{ actionId: "main", exec: { command: "yes", maxOutputBytes: 1000 } }] }],
    ["preflight", { resources: [command("main", "echo {{ env('FLOWC_TEST_UNSET') }}")] }],
  ])("failure class %s", async (failureClass, workflow) => {
    using folder = project(workflow);
    const { stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(eventsOf(stderr).at(-1)).toMatchObject({
      event: "workflow.failed",
      failureClass,
      message: expect.any(String),
    });
    expect(code).toBe(1);
  });

  test("the workflow's timeout", async () => {
    using folder = project({
      settings: { timeout: "100ms" },
      resources: [command("main", "sleep 30"), command("next", "echo", { requires: ["main"] })],
    });
    const { stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    const kinds = eventsOf(stderr).map(({ event }) => event);
    expect(kinds).toEqual([
      "workflow.started",
      "resource.started",
      "resource.failed",
      "resource.skipped",
      "workflow.failed",
    ]);
    expect(eventsOf(stderr).at(-1)?.["failureClass"]).toBe("timeout");
    expect(code).toBe(124);
  });

  test("a workflow that does not compile is one workflow.failed", async () => {
    using folder = project({ name: "wrong", resources: [command("main", "echo {{ nope() }} {{ nope2() }}")] });
    const { stdout, stderr, code } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(eventsOf(stderr)).toEqual([
      {
        ...every("workflow.failed", "wrong"),
        failureClass: "compile",
        message: expect.stringMatching(/^workflow\.yaml:\d+:\d+: .*nope/),
      },
    ]);
    expect(stdout).toBe("");
    expect(code).toBe(3);
  });

  test("--events=FILE: a compile failure goes there as well", async () => {
    using folder = project({ resources: [command("main", "echo {{ nope() }}")] });
    const { stderr, code } = await flowc(["run", ".", "--events=e.ndjson"], { cwd: folder.path });
    expect(code).toBe(3);
    expect(stderr).toContain("[unknown-function]");
    expect(eventsOf(readFileSync(join(folder.path, "e.ndjson"), "utf8"))).toMatchObject([
      { event: "workflow.failed", failureClass: "compile" },
    ]);
  });

  test.each([
    ["an unknown flag", ["run", ".", "--events", "--nope"]],
    ["no such file", ["run", "nowhere", "--events"]],
    ["no such input file", ["run", ".", "--events", "--file", "nowhere"]],
    ["an input without a value", ["run", ".", "--events", "--input", "x"]],
  ])("nothing but NDJSON on standard error: %s", async (_title, args) => {
    using folder = project(hello);
    const { stderr, code } = await flowc(args, { cwd: folder.path });
    expect(eventsOf(stderr).at(-1)).toMatchObject({ event: "workflow.failed", failureClass: "preflight" });
    expect(code).toBe(2);
  });

  test("what commands write to standard error does not get in", async () => {
    using folder = project({ resources: [command("main", "echo noise >&2; echo result")] });
    const { stdout, stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(stdout).toBe("result\n");
    expect(eventsOf(stderr)).toHaveLength(4);
  });

  test("characters are written literally, lines stay lines", async () => {
    using folder = project({
      name: "<a>&\n\u2028é",
      resources: [command("main", "printf '<b>&\\nlast <c>&\\n' >&2; exit 1")],
    });
    const { stderr } = await flowc(["run", ".", "--events"], { cwd: folder.path });
    expect(eventsOf(stderr)).toHaveLength(4);
    expect(stderr).toContain("<a>&");
    expect(stderr).toContain("last <c>&");
    expect(stderr).not.toMatch(/\\u003c|\\u0026/i);
  });

  test("--events=FILE writes there, private, and nothing to standard error", async () => {
    using folder = project(hello);
    const { stdout, stderr, code } = await flowc(["run", ".", "--events=e.ndjson"], { cwd: folder.path });
    expect([stdout, stderr, code]).toEqual(["hello\n", "", 0]);
    expect(eventsOf(readFileSync(join(folder.path, "e.ndjson"), "utf8"))).toHaveLength(4);
    expect(statSync(join(folder.path, "e.ndjson")).mode & 0o077).toBe(0);
  });

  test("--events=FILE of a failing run: the reason is still reported on standard error", async () => {
    using folder = project({ resources: [command("main", "exit 9")] });
    const { stderr, code } = await flowc(["run", ".", "--events=e.ndjson"], { cwd: folder.path });
    expect(stderr).toMatch(oneSentence);
    expect(code).toBe(1);
  });

  test("a closed pipe does not disturb the run", async () => {
    using folder = project(manyEvents);
    const { stdout, code } = await flowc(["run", ".", "--events"], {
      cwd: folder.path,
      started: (child) => void child.stderr?.destroy(),
    });
    expect(stdout).toBe("done\n");
    expect(code).toBe(0);
  });

  test("a slow reader gets every line, whole", async () => {
    using folder = project(manyEvents);
    const run = startUnread(flowcProgram, ["run", folder.path, "--events"], {
      ...process.env,
      XDG_CACHE_HOME: join(folder.path, "cache"),
    });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    run.read();
    const { stdout, stderr, code } = await run.outcome();
    expect(code).toBe(0);
    expect(stdout).toBe("done\n");
    expect(stderr.length).toBeGreaterThan(70_000);
    expect(eventsOf(stderr)).toHaveLength(2 * 401 + 2);
    expect(eventsOf(stderr).at(-1)?.["event"]).toBe("workflow.completed");
  });
});
