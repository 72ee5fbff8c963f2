import { describe, expect, test } from "vitest";
import type { GraphResource, PageEvent } from "../../../compiler/page/data.ts";
import { runView } from "../../../compiler/page/model/run-view.ts";
import { event, inOrder, ran } from "../events.ts";

const graph: readonly GraphResource[] = [
  { id: "fast", kind: "exec", requires: [] },
  { id: "slow", kind: "exec", requires: [] },
  { id: "join", kind: "exec", requires: ["fast", "slow"] },
  { id: "never", kind: "exec", requires: [] },
];

const good = inOrder(
  event("workflow.started", 0),
  ...ran("fast", 1, 50),
  ...ran("slow", 2, 300),
  ...ran("join", 301, 400),
  event("workflow.completed", 401),
);

function viewOf(events: readonly PageEvent[], resources?: readonly GraphResource[]) {
  const view = runView({ events }, resources);
  return { ...view, step: (id: string) => view.steps.find((step) => step.id === id) };
}

describe("the view of a run", () => {
  test("has the times of each resource and what it waited for", () => {
    const { status, tookMs, step } = viewOf(good, graph);
    expect({ status, tookMs }).toEqual({ status: "completed", tookMs: 401 });
    expect(step("join")).toMatchObject({ startMs: 301, endMs: 400, waitedFor: "slow", status: "completed" });
    expect(step("never")).toMatchObject({ startMs: undefined, status: "unreached" });
  });

  test("marks the chain that ended last", () => {
    const { steps } = viewOf(good, graph);
    expect(steps.filter(({ isCritical }) => isCritical).map(({ id }) => id)).toEqual(["slow", "join"]);
  });

  test("takes from the times who waited for whom, where there is no graph", () => {
    const { hasGraph, step, steps } = viewOf(good);
    expect(hasGraph).toBe(false);
    expect(step("slow")?.waitedFor).toBeUndefined();
    expect(step("join")?.waitedFor).toBe("slow");
    expect(steps.map(({ id }) => id)).toEqual(["fast", "slow", "join"]);
  });

  test("keeps attempts, items, output and failures", () => {
    const of = { actionId: "pick", resourceType: "exec" };
    const { step } = viewOf([
      event("workflow.started", 0),
      event("resource.started", 1, of),
      event("resource.output", 2, { ...of, stream: "stderr", line: "no", item: 1 }),
      event("resource.retrying", 3, {
        ...of,
        attempt: 1,
        item: 1,
        message: "exit code 1",
        failureClass: "tool_runtime",
      }),
      event("resource.failed", 9, {
        ...of,
        message: "items[1]: no",
        recovered: true,
        items: { total: 3, done: 2, failed: 1 },
      }),
      event("workflow.completed", 9),
    ]);
    expect(step("pick")).toMatchObject({
      status: "recovered",
      output: [{ stream: "stderr", line: "no", item: 1 }],
      retries: [{ atMs: 3, attempt: 1, item: 1, message: "exit code 1" }],
      items: { total: 3, done: 2, failed: 1 },
      failure: { message: "items[1]: no" },
    });
  });

  test("puts the parts of a component behind its caller, also those of items", () => {
    const { steps } = viewOf([
      event("workflow.started", 0),
      event("resource.started", 1, { actionId: "guests", resourceType: "component" }),
      event("resource.started", 1, { actionId: "other", resourceType: "exec" }),
      ...ran("guests[1]/say", 2, 3),
      event("resource.completed", 4, { actionId: "guests" }),
    ]);
    expect(steps.map(({ id, parent }) => [id, parent])).toEqual([
      ["guests", undefined],
      ["guests[1]/say", "guests"],
      ["other", undefined],
    ]);
  });

  test("a run without an end goes on; what it runs is running", () => {
    const { status, step } = viewOf(good.slice(0, 2), graph);
    expect(status).toBe("running");
    expect(step("fast")?.status).toBe("running");
    expect(step("never")?.status).toBe("waiting");
  });

  test("a run that was cancelled leaves what ran cancelled", () => {
    const failed = event("workflow.failed", 9, {
      message: "the run was cancelled by SIGINT",
      failureClass: "tool_runtime",
    });
    const { status, step } = viewOf([...good.slice(0, 2), failed], graph);
    expect(status).toBe("cancelled");
    expect(step("fast")?.status).toBe("cancelled");
  });

  test("a run in which one failed has failed, whatever ran beside it", () => {
    const { status, message, step } = viewOf(
      [
        ...good.slice(0, 3),
        event("resource.failed", 9, { actionId: "fast", message: "exit code 1", failureClass: "tool_runtime" }),
        event("workflow.failed", 9, { message: '"fast" failed: exit code 1', failureClass: "tool_runtime" }),
      ],
      graph,
    );
    expect({ status, message }).toEqual({ status: "failed", message: '"fast" failed: exit code 1' });
    expect([step("fast")?.status, step("slow")?.status]).toEqual(["failed", "cancelled"]);
  });

  test("nothing has happened yet", () => {
    expect(runView({ events: [] }, graph)).toMatchObject({ status: "running", tookMs: 0, startedAt: undefined });
  });
});
