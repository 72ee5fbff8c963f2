import { expect, test } from "vitest";
import { compareRuns } from "../../../compiler/page/model/compare-runs.ts";
import { runView } from "../../../compiler/page/model/run-view.ts";
import { event, ran } from "../events.ts";

const line = (text: string) => event("resource.output", 3, { actionId: "both", stream: "stdout", line: text });

test("two runs are compared by their resources, those of the second first", () => {
  const before = runView({
    events: [event("workflow.started", 0), ...ran("both", 1, 5), line("a"), ...ran("gone", 1, 2)],
  });
  const after = runView({
    events: [event("workflow.started", 0), ...ran("new", 1, 2), ...ran("both", 1, 9), line("b")],
  });
  const rows = compareRuns(before, after);
  expect(rows.map(({ id, longerMs }) => [id, longerMs])).toEqual([
    ["new", undefined],
    ["both", 4],
    ["gone", undefined],
  ]);
  expect(rows[1]).toMatchObject({ before: { output: "a", tookMs: 4 }, after: { output: "b", tookMs: 8 } });
  expect(rows[0]?.before).toBeUndefined();
});
