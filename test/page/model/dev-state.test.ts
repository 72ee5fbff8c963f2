import { expect, test } from "vitest";
import type { DevMessage, DevRun } from "../../../compiler/page/dev-data.ts";
import { type DevState, devState } from "../../../compiler/page/model/dev-state.ts";
import { event } from "../events.ts";

const run = (id: string, more: Partial<DevRun> = {}): DevRun => ({
  id,
  of: "w",
  workflow: "w",
  status: "running",
  events: [],
  ...more,
});

test("messages become the state: the latest run first, events at the end of theirs, a run that is said anew in its place", () => {
  const messages: readonly DevMessage[] = [
    { kind: "workflows", workflows: [{ id: "w", name: "w", findings: [], sources: [] }] },
    { kind: "run", run: run("one") },
    { kind: "run", run: run("two") },
    { kind: "events", run: "one", events: [event("workflow.started", 0)] },
    { kind: "events", run: "one", events: [event("workflow.completed", 1)] },
    { kind: "run", run: run("two", { status: "failed" }) },
  ];
  const { workflows, runs } = messages.reduce<DevState>(devState, { workflows: [], runs: [], tests: new Map() });
  expect(workflows.map(({ id }) => id)).toEqual(["w"]);
  expect(runs.map(({ id, status, events }) => [id, status, events.length])).toEqual([
    ["two", "failed", 0],
    ["one", "running", 2],
  ]);
});
