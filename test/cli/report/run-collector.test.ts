import { expect, test } from "vitest";
import { RunCollector } from "../../../compiler/cli/report/run-collector.ts";
import type { FlowEvent } from "../../../runtime-lib/run/events.ts";

const event = (more: Partial<FlowEvent>): FlowEvent => ({
  event: "resource.output",
  workflowId: "w",
  runId: "r",
  emittedAt: "2026-01-01T00:00:00.000Z",
  ...more,
});

test("of a run that writes very much, the last lines of each resource are kept, and all other events", () => {
  const collector = new RunCollector();
  collector.onEvent(event({ event: "workflow.started" }));
  for (let line = 0; line < 5; line += 1) collector.onDetail(event({ actionId: "quiet", line: String(line) }));
  for (let line = 0; line < 50_000; line += 1) collector.onDetail(event({ actionId: "loud", line: String(line) }));
  collector.onEvent(event({ event: "workflow.completed" }));
  const events = collector.ended()?.events ?? [];
  const linesOf = (id: string) => events.filter(({ actionId }) => actionId === id).map(({ line }) => line);
  expect(linesOf("quiet")).toEqual(["0", "1", "2", "3", "4"]);
  expect(linesOf("loud").length).toBeLessThan(2_000);
  expect(linesOf("loud").at(-1)).toBe("49999");
  expect([events[0]?.event, events.at(-1)?.event]).toEqual(["workflow.started", "workflow.completed"]);
});

test("counts of items are no lines, and a run that never began has no events", () => {
  const collector = new RunCollector();
  collector.onDetail(event({ event: "resource.items" }));
  expect(collector.ended()).toBeUndefined();
});
