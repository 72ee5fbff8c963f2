import { headSpan } from "../../2-parse/fields.ts";
import { joinTypes } from "../../3-check/resolve/operator-type.ts";
import { valueType } from "../../3-check/resolve/value.ts";
import type { MapNode, Node } from "../../nouns/node.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { anyType, arrayOf, mapOf, type ValueType } from "../../nouns/value-type.ts";
import { areMatcherKeys } from "../expect/matchers.ts";
import { matcherMisfits } from "./matcher-misfits.ts";
import type { Misfit } from "./misfit.ts";
import { misfits, unknownField } from "./misfits.ts";

/** Where expected data cannot be a value as the workflow writes it: what is written out there is the same in every run. */
export function writtenMisfits(node: Node, value: PlanValue): readonly Misfit[] {
  const type = writtenType(value);
  if (node.kind === "map" && areMatcherKeys(node.entries.map(({ key }) => key))) {
    const equal = node.entries.find(({ key }) => key === "equals")?.value;
    return [...matcherMisfits(node, type), ...(equal === undefined ? [] : writtenMisfits(equal, value))];
  }
  if (value.kind === "map" && node.kind === "map") return entryMisfits(node, value);
  if (value.kind === "list" && node.kind === "sequence") {
    if (node.items.length === value.items.length)
      return node.items.flatMap((item, index) => writtenMisfits(item, value.items[index] ?? value));
    const message = `has ${counted(value.items.length)}, not ${node.items.length}`;
    return [{ node, at: headSpan(node), message }];
  }
  const found = misfits(node, type, true);
  if (found.length > 0 || value.kind !== "constant" || node.kind !== "scalar" || node.value === value.value)
    return found;
  return [{ node, message: `is always ${JSON.stringify(value.value)}, never ${JSON.stringify(node.value)}` }];
}

function entryMisfits(node: MapNode, { entries }: Extract<PlanValue, { kind: "map" }>): readonly Misfit[] {
  const values = new Map(entries.map(({ key, value }) => [key, value]));
  const wrong = node.entries.flatMap((entry) => {
    const value = values.get(entry.key);
    return value === undefined ? [unknownField(entry, [...values.keys()])] : writtenMisfits(entry.value, value);
  });
  // A key that is misspelled is also one that lacks.
  if (wrong.some(({ isUnknown }) => isUnknown === true)) return wrong;
  const lacking = [...values.keys()].filter((key) => !node.entries.some((entry) => entry.key === key));
  if (lacking.length === 0) return wrong;
  const help = `data is compared exactly: add ${lacking.map((key) => `${key}: { any: true }`).join(", ")}`;
  const names = lacking.map((key) => `"${key}"`).join(", ");
  return [...wrong, { node, at: headSpan(node), message: `always has ${names} too`, help }];
}

function counted(count: number): string {
  return count === 1 ? "1 element" : `${count} elements`;
}

/** The type of a value that is written out, with that of the elements of its lists. */
export function writtenType(value: PlanValue): ValueType {
  if (value.kind === "map")
    return mapOf(Object.fromEntries(value.entries.map((entry) => [entry.key, writtenType(entry.value)])));
  if (value.kind !== "list") return valueType(value);
  const [first = anyType, ...others] = value.items.map(writtenType);
  return arrayOf(others.reduce(joinTypes, first));
}
