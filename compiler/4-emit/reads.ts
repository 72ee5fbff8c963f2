import type { PlanExpression } from "../nouns/plan-expression.ts";
import { isNilable } from "./sure-type.ts";

/** The read of a field. */
export type Member = Extract<PlanExpression, { kind: "member" }>;

const roots: ReadonlySet<PlanExpression["kind"]> = new Set(["variable", "failure", "input", "result", "stored"]);

/** True for a read that needs nothing but its code: a variable, or a field that is known to be there. */
export function isCertainRead(node: PlanExpression): boolean {
  const nilable = node.kind === "stored" || (node.kind === "result" && node.field !== undefined && node.optional);
  return isRead(node) && isCertain(node) && !nilable;
}

/** True for a variable or fields of one. */
export function isRead(node: PlanExpression): boolean {
  return node.kind === "member" ? isPlain(node) && isRead(node.object) : roots.has(node.kind);
}

/** True where the direct form is the value, whatever happens. */
export function isCertain(node: PlanExpression): boolean {
  return node.kind === "member" ? isKnownField(node) && isCertain(node.object) : true;
}

/** True where the value is a map or an array: reading of it cannot fail in JavaScript. */
export function isThere(node: PlanExpression): boolean {
  return (node.type.kind === "map" || node.type.kind === "array") && !isNilable(node.type) && isCertain(node);
}

/** True where the value is nil if it is not there: the object is a map, or a nil that the `?.` is for. */
export function mayOnlyLack({ object, optional }: Member): boolean {
  if (object.type.kind !== "map" || (!optional && isNilable(object.type))) return false;
  return object.kind === "member" ? isCertain(object) || mayOnlyLack(object) : true;
}

/** True for a field that is there. One that may be nil may also be missing: a schema need not require it. */
export function isKnownField(node: Member): boolean {
  const { type } = node.object;
  if (node.key.kind !== "constant" || !isPlain(node) || type.kind !== "map" || isNilable(type)) return false;
  const key = String(node.key.value);
  const field = type.fields !== undefined && Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
  return field !== undefined && !isNilable(field);
}

/** True where JavaScript's own access does: a name that only maps can have, or a place from the front of an array. */
export function isPlain({ object, key }: Member): boolean {
  if (key.kind !== "constant") return false;
  if (typeof key.value === "number")
    return object.type.kind === "array" && key.value >= 0 && Number.isInteger(key.value);
  if (typeof key.value !== "string") return false;
  const first = key.value.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  return !isDigit && !inherited.has(key.value);
}

/**
 * What values have beside their own fields: the names that objects, arrays, texts, numbers, bools, dates and durations
 * inherit, and `length`. Only the runtime library reads fields of these names.
 */
export const inherited: ReadonlySet<string> = new Set(
  `__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf
propertyIsEnumerable toJSON toLocaleString toString valueOf
at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf
join keys lastIndexOf length map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted
toSpliced unshift values with
anchor big blink bold charAt charCodeAt codePointAt endsWith fixed fontcolor fontsize isWellFormed italics link
localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search small split startsWith strike sub
substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimLeft
trimRight trimStart
toExponential toFixed toPrecision
abs add addDate epoch epochSeconds format in instantOf isZero offsetOf round shown shownIn subtract truncate`
    .trim()
    .split(/\s+/),
);
