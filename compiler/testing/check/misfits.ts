import type { MapEntry, Node } from "../../nouns/node.ts";
import { typeName, type ValueType } from "../../nouns/value-type.ts";
import { didYouMean, nearest } from "../../spelling/nearest.ts";
import { areMatcherKeys, matcherWords } from "../expect/matchers.ts";
import { matcherMisfits } from "./matcher-misfits.ts";
import type { Misfit } from "./misfit.ts";

/** Where data is of another type than `type`, each place once. With `matchers`, these stand for values that they may hold for. */
export function misfits(node: Node, type: ValueType, matchers: boolean): readonly Misfit[] {
  if (type.kind === "any") return [];
  if (matchers && node.kind === "map" && areMatcherKeys(node.entries.map(({ key }) => key))) {
    const equal = node.entries.find(({ key }) => key === "equals")?.value;
    return [...matcherMisfits(node, type), ...(equal === undefined ? [] : misfits(equal, type, false))];
  }
  const found = kindOf(node);
  if (found === "nil") return type.kind === "nil" || isOptional(type) ? [] : [wrong(node, type, found)];
  if (type.kind === "array" && node.kind === "sequence")
    return node.items.flatMap((item) => misfits(item, type.element, matchers));
  if (type.kind === "map" && node.kind === "map") return mapMisfits(node, type, matchers);
  return kindsOf[type.kind]?.includes(found) === true ? [] : [wrong(node, type, found)];
}

function mapMisfits(
  { entries }: Extract<Node, { kind: "map" }>,
  { fields, open }: Extract<ValueType, { kind: "map" }>,
  matchers: boolean,
): readonly Misfit[] {
  if (fields === undefined) return [];
  const known = Object.keys(fields);
  return entries.flatMap(({ key, keySpan, value }) => {
    const type = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (type !== undefined) return misfits(value, type, matchers);
    return open === true ? [] : [unknownField({ key, keySpan, value }, known)];
  });
}

/** A field that there is not, with the nearest or all that there are. */
export function unknownField({ key, keySpan, value }: MapEntry, known: readonly string[]): Misfit {
  const near = nearest(key, known);
  const help = near === undefined ? `fields: ${known.join(", ")}` : `did you mean "${near}"?`;
  return { node: value, at: keySpan, message: `has no field "${key}"`, help, isUnknown: true };
}

/** The kinds of written data that a type takes; text of dates is text. */
const kindsOf: Readonly<Partial<Record<ValueType["kind"], readonly string[]>>> = {
  bool: ["bool"],
  int: ["int"],
  float: ["float", "int"],
  string: ["string"],
  date: ["string"],
  duration: ["string", "int"],
  timezone: ["string"],
  array: ["array"],
  map: ["map"],
};

function kindOf(node: Node): string {
  if (node.kind === "map") return "map";
  if (node.kind === "sequence") return "array";
  if (node.value === null) return "nil";
  if (typeof node.value === "number") return Number.isInteger(node.value) ? "int" : "float";
  return typeof node.value === "boolean" ? "bool" : "string";
}

function wrong(node: Node, type: ValueType, found: string): Misfit {
  const isUnquoted = type.kind === "string" && node.kind === "scalar" && node.style === "plain" && node.value !== null;
  const help = isUnquoted
    ? `write it in quotes: "${String(node.kind === "scalar" ? node.value : "")}"`
    : meantMatcher(node);
  return { node, message: `must be ${typeName(type)}, found ${found}`, help };
}

/** The matcher that a map of one key was most likely meant to be. */
function meantMatcher(node: Node): string | undefined {
  const [first, second] = node.kind === "map" ? node.entries : [];
  return first === undefined || second !== undefined ? undefined : didYouMean(first.key, matcherWords);
}

function isOptional(type: ValueType): boolean {
  return "optional" in type && type.optional === true;
}
