import { field } from "../../2-parse/fields.ts";
import { valueType } from "../../3-check/resolve/value.ts";
import { resultType } from "../../describe/result-type.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node } from "../../nouns/node.ts";
import type { Plan } from "../../nouns/plan.ts";
import { anyType, boolType, intType, mapOf, stringType, type ValueType } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { placeWithoutItems } from "../simulate/given-answers.ts";
import { checkEvents } from "./check-events.ts";
import { storedTexts } from "./check-given.ts";
import { checkMatchers } from "./check-matchers.ts";
import { checkAskedTools } from "./check-tool-names.ts";
import { failureClasses } from "./failure-classes.ts";
import { misfits } from "./misfits.ts";
import type { TestPlace } from "./places.ts";

const statuses: readonly string[] = ["completed", "failed", "skipped", "started", "absent"];
const stateType = mapOf({
  status: anyType,
  attempts: intType,
  message: stringType,
  class: stringType,
  recovered: boolType,
});

/** What expectations are held against. */
export interface Expected {
  readonly plan: Plan;
  readonly places: ReadonlyMap<string, TestPlace>;
  readonly hasRequest: boolean;
}

/** Looks at what a test expects: names that do not exist, and what no run can give. */
export function checkExpect(expect: MapNode, expected: Expected, report: Report): void {
  const { plan, places, hasRequest } = expected;
  checkMatchers(expect, report);
  for (const { key, keySpan, value } of expect.entries) {
    if ((key === "status" || key === "headers" || key === "body") && !hasRequest) {
      const message = `a run without a request gives no response: "${key}" can never hold`;
      report("test-expectation", keySpan, message, { help: "add request: POST /path to the test" });
    }
    if (key === "result" && !hasRequest)
      reportMisfits(value, { type: expectedResult(plan), what: "the result" }, report);
    if (key === "memory") checkMemory({ keySpan, value }, places, report);
  }
  for (const entry of entriesOf(field(expect, "failure"))) checkFailure(entry, places, report);
  for (const entry of entriesOf(field(expect, "resources"))) checkResource(entry, places, report);
  for (const entry of entriesOf(field(expect, "calls"))) checkCall(entry, places, report);
  const events = field(expect, "events");
  if (events?.kind === "sequence") checkEvents(events.items, places, report);
}

function checkMemory(
  { keySpan, value }: Pick<MapEntry, "keySpan" | "value">,
  places: ReadonlyMap<string, TestPlace>,
  report: Report,
): void {
  if (![...places.values()].some(({ simulation }) => simulation?.kind === "memory"))
    report("test-expectation", keySpan, "no resource of this workflow stores anything in the memory");
  else if (value.kind === "map")
    reportMisfits(value, { type: storedTexts(value), what: "what the memory holds" }, report);
}

/** The static type of the result, and of what an apiResponse responds with. */
function expectedResult(plan: Plan): ValueType {
  const target = plan.resources.find(({ id }) => id === plan.target);
  if (target?.response === undefined) return resultType(plan);
  const response = target.result.fallback ? anyType : valueType(target.response.response);
  return mapOf({ success: anyType, response });
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

function checkResource(entry: MapEntry, places: ReadonlyMap<string, TestPlace>, report: Report): void {
  const place = findPlace(entry, places, report);
  const { key, value } = entry;
  if (value.kind === "scalar") checkWord(value, statuses, report);
  for (const inner of value.kind === "map" ? value.entries : []) {
    if (inner.key === "status" && inner.value.kind === "scalar") checkWord(inner.value, statuses, report);
    else if (inner.key === "attempts") checkAttempts(inner, key, place, report);
  }
  if (value.kind === "map") reportMisfits(value, { type: stateType, what: `what became of "${key}"` }, report);
}

function checkAttempts({ value }: MapEntry, id: string, place: TestPlace | undefined, report: Report): void {
  if (place === undefined || value.kind !== "scalar" || typeof value.value !== "number") return;
  const { onError } = place.resource;
  const most = onError?.action === "retry" ? onError.maxRetries + 1 : 1;
  if (value.value <= most || place.resource.items !== undefined) return;
  report("test-expectation", value.span, `"${id}" makes ${most === 1 ? "1 attempt" : `${most} attempts`} at most`);
}

function checkCall(entry: MapEntry, places: ReadonlyMap<string, TestPlace>, report: Report): void {
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
    reportMisfits(node, { type, what: `what "${entry.key}" asks` }, report);
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

function reportMisfits(node: Node, { type, what }: { type: ValueType; what: string }, report: Report): void {
  for (const { node: at, at: span = at.span, message, help } of misfits(node, type, true))
    report("test-expectation", span, `${what} ${message}: this can never hold`, { help });
}

function entriesOf(node: Node | undefined): readonly MapEntry[] {
  return node?.kind === "map" ? node.entries : [];
}
