import type { Report } from "../../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node } from "../../nouns/node.ts";
import type { Simulation } from "../../nouns/simulation.ts";
import { anyType, mapOf, stringType, type ValueType } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { plainNode } from "../../tree/plain-data.ts";
import { commonKeys, isAnswerMap, isSequence, placeWithoutItems } from "../simulate/given-answers.ts";
import { checkMatchers } from "./check-matchers.ts";
import { checkToolCalls } from "./check-tool-names.ts";
import { failureClasses } from "./failure-classes.ts";
import { matcherTypes } from "./matcher-types.ts";
import { misfits } from "./misfits.ts";
import type { TestPlace } from "./places.ts";

/**
 * Looks at what a test gives: its places, and whether its answers are what their resources can get. Where the run is to fail
 * (`fails`), an answer may be of another type than its schema says: that may be why.
 */
export function checkGiven(
  given: MapNode,
  { places, fails = false }: { readonly places: ReadonlyMap<string, TestPlace>; readonly fails?: boolean },
  report: Report,
): void {
  for (const entry of given.entries) {
    const { key, keySpan } = entry;
    const place = places.get(placeWithoutItems(key));
    if (key === "memory" && (place === undefined || place.simulation?.kind === "memory"))
      checkMemory(entry, places, report);
    else if (place === undefined) {
      const help = didYouMean(placeWithoutItems(key), places.keys());
      report("test-unknown-resource", keySpan, `there is no resource "${key}"`, { help });
    } else if (place.simulation === undefined) {
      report("test-unused", keySpan, `"${key}" asks nothing of the world: no run asks for what is given here`);
    } else checkAnswers(entry.value, { ...place, simulation: place.simulation, fails }, report);
  }
}

function checkMemory({ keySpan, value }: MapEntry, places: ReadonlyMap<string, TestPlace>, report: Report): void {
  if (![...places.values()].some(({ simulation }) => simulation?.kind === "memory"))
    report("test-unused", keySpan, "no resource of this workflow asks the memory");
  else if (value.kind !== "map")
    report("test-answer", value.span, "what the memory holds is a map of keys and texts", {
      help: 'memory: { last: "4" }',
    });
  else reportMisfits(value, { type: storedTexts(value), what: "what the memory holds" }, report);
}

/** The memory holds texts, under any key. */
export function storedTexts({ entries }: MapNode): ValueType {
  return mapOf(Object.fromEntries(entries.map(({ key }) => [key, stringType])));
}

interface Answered extends TestPlace {
  readonly simulation: Simulation;
  readonly fails: boolean;
}

function checkAnswers(node: Node, place: Answered, report: Report): void {
  const { simulation } = place;
  if (node.kind === "sequence" && isSequence(plainNode(node), simulation)) {
    for (const item of node.items) checkAnswers(item, place, report);
  } else if (node.kind === "map" && looksLikeAnswer(node, simulation)) checkFields(node, place, report);
  else reportMisfits(node, { type: valueType(place, node), what: `the value of "${place.resource.id}"` }, report);
}

/** A map with a field of an answer is one, and other keys are mistakes; so are all where the kind takes no maps. */
function looksLikeAnswer(node: MapNode, simulation: Simulation): boolean {
  const data = plainNode(node);
  if (isAnswerMap(data, simulation) || !simulation.bare.maps) return true;
  return node.entries.some(({ key }) => key === "fails" || key === "takes" || key === "match");
}

function checkFields(node: MapNode, place: Answered, report: Report): void {
  const { simulation, resource } = place;
  const known = [...Object.keys(simulation.fields), ...commonKeys];
  for (const { key, keySpan, value } of node.entries) {
    if (key === "fails") checkFailure(value, report);
    else if (key === "takes") checkDuration(value, report);
    else if (key === "match") checkMatch(value, place, report);
    else if (!Object.hasOwn(simulation.fields, key)) {
      const help = didYouMean(key, known) ?? `fields: ${known.join(", ")}`;
      report("test-answer", keySpan, `the answer to "${resource.id}" (${simulation.kind}) has no field "${key}"`, {
        help,
      });
    } else checkField(key, value, place, report);
  }
}

/** Looks at what a call must ask for its answer. */
function checkMatch(node: Node, { simulation, resource }: Answered, report: Report): void {
  const type = Object.keys(simulation.asks).length === 0 ? anyType : mapOf(simulation.asks);
  for (const { node: at, at: span = at.span, message, help } of misfits(node, type, true))
    report("test-answer", span, `what "${resource.id}" asks ${message}: this can never hold`, { help });
  checkMatchers(node, { types: new Map(matcherTypes(node, type)), code: "test-answer" }, report);
}

function checkField(key: string, value: Node, place: Answered, report: Report): void {
  const { simulation, resource } = place;
  const type = key === "value" ? valueType(place, value) : (ownType(place, key) ?? simulation.fields[key] ?? anyType);
  if (key === "toolCalls") checkToolCalls(value, resource, report);
  reportMisfits(value, { type, what: `"${key}" of "${resource.id}"` }, report);
}

function reportMisfits(node: Node, { type, what }: { type: ValueType; what: string }, report: Report): void {
  for (const { node: at, at: span = at.span, message, help } of misfits(node, type, false))
    report("test-answer", span, `${what} ${message}`, { help });
}

function checkFailure(node: Node, report: Report): void {
  if (node.kind !== "map") return;
  const written = node.entries.find(({ key }) => key === "class")?.value;
  if (written?.kind !== "scalar" || failureClasses.includes(String(written.value))) return;
  const help = didYouMean(String(written.value), failureClasses) ?? `classes: ${failureClasses.join(", ")}`;
  report("test-answer", written.span, `"${String(written.value)}" is not a failure class`, { help });
}

function checkDuration(node: Node, report: Report): void {
  if (node.kind === "scalar" && /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(String(node.value))) return;
  report("invalid-duration", node.span, `"takes" is a duration`, {
    help: "write a number with a unit: 500ms, 30s, 1m30s, 2h",
  });
}

/** The type of the bare value, which a map may also be given for; any where nobody can say. */
function valueType(place: Answered, given: Node): ValueType {
  const { simulation, fails } = place;
  const { main } = place.resource.result;
  if (fails || simulation.kind === "memory") return anyType;
  if (main === undefined) return ofOne(place, place.resource.result.type);
  const type = ownType(place, main) ?? anyType;
  const { list } = simulation.bare;
  return given.kind === "sequence" && type.kind !== "array" && list !== undefined
    ? (ownType(place, list) ?? anyType)
    : type;
}

/** The type of a field as the result of this very resource has it. */
function ownType(place: Answered, field: string): ValueType | undefined {
  const { type } = place.resource.result;
  const own = type.kind === "map" ? type.fields?.[field] : undefined;
  return place.fails || own === undefined ? undefined : ofOne(place, own);
}

/** Of one item, where the resource runs for each of some. */
function ofOne({ resource }: Answered, type: ValueType): ValueType {
  return resource.items !== undefined && type.kind === "array" ? type.element : type;
}
