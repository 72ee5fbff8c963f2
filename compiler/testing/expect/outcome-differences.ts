import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, SimulatedFailure } from "../../nouns/test-case.ts";
import { asMap } from "../../tree/plain-data.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import { callDifferences } from "./call-differences.ts";
import { type Difference, differences } from "./compare.ts";
import { eventDifferences } from "./event-differences.ts";
import { failureOfResponse } from "./failure-of-response.ts";
import type { Evaluate } from "./matchers.ts";
import { resourceStates } from "./resource-states.ts";

/** Everything that became of a run and is not as its test expects it. Without expectations, the run must complete. */
export function outcomeDifferences(outcome: Simulated, expect: Data = {}, evaluate: Evaluate): readonly Difference[] {
  const { result, response, memory } = outcome;
  const at = (path: string, open = false) => ({ evaluate, path, open });
  const named = (key: string): readonly (readonly [string, unknown])[] => Object.entries(asMap(expect[key]) ?? {});
  return [
    ...endDifferences(outcome, expect, evaluate),
    ...("result" in expect ? differences(result, expect["result"], at("result")) : []),
    ...("status" in expect ? differences(response?.status, expect["status"], at("status")) : []),
    ...("body" in expect ? differences(response?.body, expect["body"], at("body")) : []),
    ...named("headers").flatMap(([name, value]) =>
      differences(response?.headers[name.toLowerCase()], value, at(`headers.${name}`)),
    ),
    ...resourceDifferences(outcome, expect, evaluate),
    ...named("calls").flatMap(([place, value]) =>
      callDifferences(callsAt(outcome, place), value, at(`calls.${place}`)),
    ),
    ...("events" in expect
      ? eventDifferences(outcome.events, expect["events"] as readonly unknown[], { evaluate })
      : []),
    ...("memory" in expect ? differences(memory, expect["memory"], at("memory", true)) : []),
  ];
}

/** A run that fails though nobody expects it, or the other way round. */
function endDifferences(outcome: Simulated, expect: Data, evaluate: Evaluate): readonly Difference[] {
  const { response } = outcome;
  const failure = outcome.failure ?? failureOfResponse(outcome);
  const expected = expect["failure"];
  if (expected === undefined || expected === false) {
    if (failure === undefined) return [];
    if (response === undefined) return [{ path: "failure", expected: undefined, actual: shownFailure(failure) }];
    if ("status" in expect || "body" in expect) return [];
    return [{ path: "status", expected: { lt: 400 }, actual: { status: response.status, body: response.body } }];
  }
  if (failure === undefined) return [{ path: "failure", expected, actual: undefined }];
  if (expected === true) return [];
  const wanted = typeof expected === "string" ? { message: { contains: expected } } : expected;
  return differences(shownFailure(failure), wanted, { evaluate, path: "failure", open: true });
}

function shownFailure({ message, class: failureClass, actionId }: SimulatedFailure): Data {
  return { message, class: failureClass, ...(actionId !== undefined && { actionId }) };
}

function resourceDifferences({ events }: Simulated, expect: Data, evaluate: Evaluate): readonly Difference[] {
  const expected = Object.entries(asMap(expect["resources"]) ?? {});
  if (expected.length === 0) return [];
  const states = resourceStates(events);
  return expected.flatMap(([id, wanted]) => {
    const state = states.get(id);
    const path = `resources.${id}`;
    if (typeof wanted === "string") return differences(state?.status ?? "absent", wanted, { evaluate, path });
    return differences(state ?? { status: "absent" }, wanted, { evaluate, path, open: true });
  });
}

/** The calls of a place; `id` stands for all of its items. */
function callsAt({ calls }: Simulated, place: string) {
  return calls.filter((call) => call.place === place || placeWithoutItems(call.place) === place);
}
