import { field } from "../../2-parse/fields.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node } from "../../nouns/node.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { SimulatedCase } from "../../nouns/test-case.ts";
import { anyType, boolType, intType, mapOf, stringType } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import { checkEvents } from "./check-events.ts";
import { storedTexts } from "./check-given.ts";
import { checkMatchers } from "./check-matchers.ts";
import { checkResponse } from "./check-response.ts";
import { checkAskedTools } from "./check-tool-names.ts";
import { failureClasses } from "./failure-classes.ts";
import { HeldExpectations } from "./held-expectations.ts";
import type { TestPlace } from "./places.ts";
import { expectedResponse, resultShape } from "./response-shapes.ts";

const statuses: readonly string[] = ["completed", "failed", "skipped", "started", "absent"];
const stateType = mapOf({
  status: anyType,
  attempts: intType,
  message: stringType,
  class: stringType,
  recovered: boolType,
});

const failureType = mapOf({ message: stringType, class: stringType, actionId: stringType });

/** What expectations are held against. */
export interface Expected {
  readonly plan: Plan;
  readonly places: ReadonlyMap<string, TestPlace>;
  readonly testCase: SimulatedCase;
}

interface Looking extends Pick<Expected, "places"> {
  readonly held: HeldExpectations;
  readonly report: Report;
}

/** Looks at what a test expects: names that do not exist, and what no run can give. */
export function checkExpect(expect: MapNode, { plan, places, testCase }: Expected, report: Report): void {
  const looking = { places, held: new HeldExpectations(report), report };
  const { request } = testCase;
  if (request === undefined) checkResult(expect, plan, testCase, looking);
  else checkResponse(expect, expectedResponse(plan, request), looking);
  const memory = expect.entries.find(({ key }) => key === "memory");
  if (memory !== undefined) checkMemory(memory, looking);
  const failure = field(expect, "failure");
  for (const entry of entriesOf(failure)) checkFailure(entry, places, report);
  if (failure?.kind === "map") looking.held.hold({ node: failure, shapes: [failureType], what: "a failure" });
  for (const entry of entriesOf(field(expect, "resources"))) checkResource(entry, looking);
  for (const entry of entriesOf(field(expect, "calls"))) checkCall(entry, looking);
  const events = field(expect, "events");
  if (events?.kind === "sequence") checkEvents(events.items, places, report);
  checkMatchers(expect, { types: looking.held.types, code: "test-expectation" }, report);
}

function checkResult(expect: MapNode, plan: Plan, { only = plan.target }: SimulatedCase, looking: Looking): void {
  const { held, report } = looking;
  for (const { key, keySpan } of expect.entries) {
    if (key !== "status" && key !== "headers" && key !== "body") continue;
    const message = `a run without a request gives no response: "${key}" can never hold`;
    report("test-expectation", keySpan, message, { help: "add request: POST /path to the test" });
  }
  const node = field(expect, "result");
  const wanted = plan.resources.find(({ id }) => id === only);
  if (node !== undefined && wanted !== undefined)
    held.hold({ node, shapes: [resultShape(wanted)], what: "the result" });
}

function checkMemory({ keySpan, value }: MapEntry, { places, held, report }: Looking): void {
  if (![...places.values()].some(({ simulation }) => simulation?.kind === "memory"))
    report("test-expectation", keySpan, "no resource of this workflow stores anything in the memory");
  else if (value.kind === "map")
    held.hold({ node: value, shapes: [storedTexts(value)], what: "what the memory holds" });
}

function checkFailure({ key, value }: MapEntry, places: ReadonlyMap<string, TestPlace>, report: Report): void {
  if (value.kind !== "scalar") return;
  const name = String(value.value);
  if (key === "actionId" && !places.has(placeWithoutItems(name))) {
    const help = didYouMean(name, places.keys());
    report("test-unknown-resource", value.span, `there is no resource "${name}"`, { help });
  } else if (key === "class" && !failureClasses.includes(name)) {
    const help = didYouMean(name, failureClasses) ?? `classes: ${failureClasses.join(", ")}`;
    report("test-expectation", value.span, `"${name}" is not a failure class: this can never hold`, { help });
  }
}

function checkResource(entry: MapEntry, { places, held, report }: Looking): void {
  const place = findPlace(entry, places, report);
  const { key, value } = entry;
  if (value.kind === "scalar") checkWord(value, statuses, report);
  for (const inner of value.kind === "map" ? value.entries : []) {
    if (inner.key === "status" && inner.value.kind === "scalar") checkWord(inner.value, statuses, report);
    else if (inner.key === "attempts") checkAttempts(inner, key, place, report);
  }
  if (value.kind === "map") held.hold({ node: value, shapes: [stateType], what: `what became of "${key}"` });
}

function checkAttempts({ value }: MapEntry, id: string, place: TestPlace | undefined, report: Report): void {
  if (place === undefined || value.kind !== "scalar" || typeof value.value !== "number") return;
  const { onError } = place.resource;
  const most = onError?.action === "retry" ? onError.maxRetries + 1 : 1;
  if (value.value <= most || place.resource.items !== undefined) return;
  report("test-expectation", value.span, `"${id}" makes ${most === 1 ? "1 attempt" : `${most} attempts`} at most`);
}

function checkCall(entry: MapEntry, { places, held, report }: Looking): void {
  const place = findPlace(entry, places, report);
  if (place === undefined) return;
  const { simulation } = place;
  if (simulation === undefined) {
    report("test-expectation", entry.keySpan, `"${entry.key}" asks nothing of the world: it makes no call`);
    return;
  }
  const type = mapOf(simulation.asks);
  const open = Object.keys(simulation.asks).length === 0;
  if (open || (entry.value.kind === "scalar" && typeof entry.value.value === "number")) return;
  const nodes = entry.value.kind === "sequence" ? entry.value.items : [entry.value];
  for (const node of nodes) {
    held.hold({ node, shapes: [type], what: `what "${entry.key}" asks` });
    if (node.kind === "map") checkAskedTools(node, place.resource, report);
  }
}

function findPlace(
  { key, keySpan }: MapEntry,
  places: ReadonlyMap<string, TestPlace>,
  report: Report,
): TestPlace | undefined {
  const place = places.get(placeWithoutItems(key));
  if (place === undefined) {
    const help = didYouMean(placeWithoutItems(key), places.keys());
    report("test-unknown-resource", keySpan, `there is no resource "${key}"`, { help });
  }
  return place;
}

function checkWord(node: Extract<Node, { kind: "scalar" }>, words: readonly string[], report: Report): void {
  const word = String(node.value);
  if (words.includes(word)) return;
  const help = didYouMean(word, words) ?? `one of ${words.join(", ")}`;
  report("test-expectation", node.span, `no resource ends as "${word}"`, { help });
}

function entriesOf(node: Node | undefined): readonly MapEntry[] {
  return node?.kind === "map" ? node.entries : [];
}
