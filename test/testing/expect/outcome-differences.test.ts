import { expect, test } from "vitest";
import type { Simulated } from "../../../compiler/nouns/test-case.ts";
import { outcomeDifferences } from "../../../compiler/testing/expect/outcome-differences.ts";

const evaluate = () => false;

/** A request whose run failed at "fetch", or with no event one that was refused before it ran. */
function answered(status: number, events: Simulated["events"] = []): Simulated {
  const error = { code: status, message: "the workflow failed", failureClass: "validation" };
  const response = { status, headers: {}, body: { success: false, error } };
  return { response, events, calls: [], memory: {}, missing: [], unused: [] };
}

const failed = [{ event: "workflow.failed", message: "no answer", failureClass: "infra", actionId: "fetch" }];

test.each([
  [answered(502, failed), { failure: true }],
  [answered(502, failed), { failure: "no answer" }],
  [answered(502, failed), { status: 502, failure: { class: "infra", actionId: "fetch" } }],
  [answered(400), { failure: { class: "validation" } }],
  [answered(400), { status: 400 }],
  [answered(200), { failure: false }],
])("the failure of a request is as expected: %#", (outcome, wanted) => {
  expect(outcomeDifferences(outcome, wanted, evaluate)).toEqual([]);
});

test.each([
  [answered(502, failed), { status: 502, failure: { class: "timeout" } }, "failure.class"],
  [answered(502, failed), { status: 502, failure: { actionId: "other" } }, "failure.actionId"],
  [answered(200), { status: 200, failure: true }, "failure"],
  [answered(502, failed), {}, "status"],
])("the failure of a request is not as expected: %#", (outcome, wanted, path) => {
  expect(outcomeDifferences(outcome, wanted, evaluate).map((difference) => difference.path)).toEqual([path]);
});
