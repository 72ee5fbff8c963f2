import { describe, expect, test } from "vitest";
import type { Simulated } from "../../../compiler/nouns/test-case.ts";
import { secretOf } from "../../../compiler/testing/explore/environment.ts";
import { judge } from "../../../compiler/testing/explore/judge.ts";
import { resultStandard } from "../../../compiler/testing/explore/result-standard.ts";
import { checkText } from "../../support/check-text.ts";

const completed: Simulated = { result: 1, events: [], calls: [], memory: {}, missing: [], unused: [] };
const standard = { misfit: () => undefined, secrets: [secretOf("API_KEY")] };

function failed(message: string, failureClass: string, more: Partial<Simulated> = {}): Simulated {
  const { result: _none, ...run } = completed;
  const event = { event: "workflow.failed", message, failureClass, emittedAt: "2026-01-01T00:00:00Z" };
  return { ...run, events: [event], failure: { message, class: failureClass }, ...more };
}

describe("what is wrong with a run", () => {
  test("nothing where it completes, or fails as the world made it fail", () => {
    expect(judge({}, completed, standard)).toBeUndefined();
    expect(judge({}, failed('"fetch" failed: refused', "infra"), standard)).toBeUndefined();
  });

  test("an expression that fails, also in a component; not where the caller was refused", () => {
    const message = '"call" failed: "title" failed: components/feed/component.yaml:9:14: get(\'x\')[0]: index 0';
    expect(judge({}, failed(message, "tool_runtime"), standard)).toMatchObject({
      kind: "expression",
      at: "components/feed/component.yaml:9:14",
    });
    expect(judge({}, failed(message, "validation"), standard)).toBeUndefined();
  });

  test("a request that is answered 500 though nothing outside has failed", () => {
    const request = { method: "GET", path: "/x" };
    const response = { status: 500, headers: {}, body: {} };
    const run = failed('"answer" failed: the header "X" has a line break', "tool_runtime", { response });
    expect(judge({ request }, run, standard)).toMatchObject({ kind: "client-error", at: "answer" });
    const calls = [
      { kind: "exec", place: "a", asked: {}, given: true, failed: { class: "infra", message: "refused" } },
    ];
    expect(judge({ request }, { ...run, calls }, standard)).toBeUndefined();
  });

  test("a run that waits for more than a day", () => {
    const events = [
      { event: "resource.started", actionId: "slow", emittedAt: "2026-01-01T00:00:00Z" },
      { event: "workflow.completed", emittedAt: "2026-01-03T00:00:00Z" },
    ];
    expect(judge({}, { ...completed, events }, standard)).toMatchObject({ kind: "hang", at: "slow" });
  });

  test("a secret in the result, in a header or in an event", () => {
    const secret = secretOf("API_KEY");
    const shown = { kind: "secret", at: "API_KEY" };
    expect(judge({}, { ...completed, result: { a: [`x${secret}`] } }, standard)).toMatchObject(shown);
    const response = { status: 200, headers: { "x-key": secret }, body: {} };
    expect(judge({}, { ...completed, response }, standard)).toMatchObject({
      ...shown,
      expected: { headers: { "x-key": {} } },
    });
    expect(judge({}, { ...completed, events: [{ event: "x", message: secret }] }, standard)).toMatchObject(shown);
  });

  test("nothing is said of a run that lacks answers", () => {
    const run = failed('"a" failed: workflow.yaml:1:1: x', "tool_runtime", { missing: ["nothing is given"] });
    expect(judge({}, run, standard)).toBeUndefined();
  });

  test("a result that does not fit what the workflow says of it, with a test that a mended one passes", () => {
    const { plan } = checkText(`
settings: { targetActionId: out, inputs: { n: { type: integer, default: 1 } } }
resources:
  - actionId: out
    apiResponse: { response: { n: get('n') } }
`);
    if (plan === undefined) throw new Error("it does not compile");
    const own = { ...resultStandard(plan), secrets: [] };
    expect(judge({}, { ...completed, result: { success: true, response: { n: 1 } } }, own)).toBeUndefined();
    expect(judge({}, { ...completed, result: { success: true, response: { n: "1" } } }, own)).toMatchObject({
      kind: "response",
      at: "response.n",
      expected: { result: { that: 'type(value["response"]["n"]) in ["int"]' } },
    });
    expect(judge({}, { ...completed, result: { success: true, response: {} } }, own)).toMatchObject({
      at: "response",
      expected: { result: { that: '"n" in value["response"]' } },
    });
  });
});
