import type { PlanExpression } from "../plan.ts";
import { type Code, code, optionalAccess, propertyAccess } from "./code.ts";
import { type EmitContext, emitExpression, emitOperand, isNilable } from "./expression.ts";

type Member = Extract<PlanExpression, { kind: "member" }>;

/** A variable or fields of one, in the forms in which code reads it. None has an effect, so it may stand there twice. */
export interface Read {
  /** The value, where nothing on the way is nil. */
  readonly direct: Code;
  /** The value; undefined where something on the way is nil, or no map with such a field. */
  readonly tolerant: Code;
  /** The value by the rules of the language, which fails on what can have no such field. */
  readonly checked: Code;
  /** The condition under which `direct` may be read; undefined where it always may. */
  readonly condition: Code | undefined;
}

/** `object.key`, `object?.key` or `object[key]`. */
export function emitMember(node: Member, context: EmitContext): Code {
  if (isRead(node)) return emitField(node, readOf(node, context));
  const { object } = node;
  if (!isPlain(node) || object.kind === "map") return emitChecked(node, emitExpression(object, context), context);
  if (isKnownField(node)) return code`${emitOperand(object, context)}${accessOf(node)}`;
  const kept = context.identifiers.make("object");
  context.locals.push(kept);
  const value = emitExpression(rootOf(node), context);
  return code`(${kept} = ${value}, ${emitField(node, readOf(node, context, kept))})`;
}

function emitField(node: Member, read: Read): Code {
  if (isCertain(node)) return read.direct;
  return code`${read.tolerant} ?? ${mayOnlyLack(node) ? code`null` : read.checked}`;
}

/** True where the code is `…?.key ?? …`: a field that may be missing, read without a call where it is there. */
export function mayFallBack(node: PlanExpression): boolean {
  return node.kind === "member" && isRead(node) && !isCertain(node);
}

/** True for a read that needs nothing but its code: a variable, or a field that is known to be there. */
export function isCertainRead(node: PlanExpression): boolean {
  const nilable = node.kind === "stored" || (node.kind === "result" && node.field !== undefined && node.optional);
  return isRead(node) && isCertain(node) && !nilable;
}

/** The forms of a read; undefined for an expression that is none. */
export function emitRead(node: PlanExpression, context: EmitContext): Read | undefined {
  return isRead(node) ? readOf(node, context) : undefined;
}

/** `kept` is the variable that holds what the fields are read of, where that is none itself. */
function readOf(node: PlanExpression, context: EmitContext, kept?: Code): Read {
  if (node.kind === "member" && isPlain(node)) return fieldOf(node, readOf(node.object, context, kept), context);
  if (kept !== undefined) return always(kept);
  if (node.kind === "result" && node.field !== undefined && node.optional) return optionalField(node, node.field);
  if (node.kind === "stored") return always(code`step.names${propertyAccess(node.name)}`);
  return always(emitExpression(node, context));
}

function rootOf(node: PlanExpression): PlanExpression {
  return node.kind === "member" && isPlain(node) ? rootOf(node.object) : node;
}

function fieldOf(node: Member, object: Read, context: EmitContext): Read {
  const direct = code`${object.direct}${accessOf(node)}`;
  const isOfMap = isThere(node.object);
  const tolerant = code`${object.tolerant}${isOfMap ? accessOf(node) : optionalAccessOf(node)}`;
  const checked = mayOnlyLack(node) ? tolerant : emitChecked(node, object.checked, context);
  return { direct, tolerant, checked, condition: isOfMap ? object.condition : code`${object.tolerant} != null` };
}

function emitChecked(node: Member, object: Code, context: EmitContext): Code {
  const read = node.optional ? code`optionalMember` : code`member`;
  return code`flow.${read}(${object}, ${emitExpression(node.key, context)})`;
}

function always(value: Code): Read {
  return { direct: value, tolerant: value, checked: value, condition: undefined };
}

function optionalField({ id }: Extract<PlanExpression, { kind: "result" }>, field: string): Read {
  const result = code`step.results${propertyAccess(id)}`;
  const tolerant = code`${result}${optionalAccess(field)}`;
  return {
    direct: code`${result}${propertyAccess(field)}`,
    tolerant,
    checked: tolerant,
    condition: code`${result} != null`,
  };
}

function accessOf({ key }: Member): Code {
  return key.kind === "constant" && typeof key.value === "string" ? propertyAccess(key.value) : code`[${keyOf(key)}]`;
}

function optionalAccessOf({ key }: Member): Code {
  return key.kind === "constant" && typeof key.value === "string" ? optionalAccess(key.value) : code`?.[${keyOf(key)}]`;
}

function keyOf(key: PlanExpression): number {
  return key.kind === "constant" && typeof key.value === "number" ? key.value : Number.NaN;
}

const roots: ReadonlySet<PlanExpression["kind"]> = new Set(["variable", "failure", "input", "result", "stored"]);

/** True for a variable or fields of one. */
function isRead(node: PlanExpression): boolean {
  return node.kind === "member" ? isPlain(node) && isRead(node.object) : roots.has(node.kind);
}

/** True where the direct form is the value, whatever happens. */
function isCertain(node: PlanExpression): boolean {
  return node.kind === "member" ? isKnownField(node) && isCertain(node.object) : true;
}

/** True where the value is a map or an array: reading of it cannot fail in JavaScript. */
function isThere(node: PlanExpression): boolean {
  return (node.type.kind === "map" || node.type.kind === "array") && !isNilable(node.type) && isCertain(node);
}

/** True where the value is nil if it is not there: the object is a map, or a nil that the `?.` is for. */
function mayOnlyLack({ object, optional }: Member): boolean {
  if (object.type.kind !== "map" || (!optional && isNilable(object.type))) return false;
  return object.kind === "member" ? isCertain(object) || mayOnlyLack(object) : true;
}

/** True for a field that is there. One that may be nil may also be missing: a schema need not require it. */
function isKnownField(node: Member): boolean {
  const { type } = node.object;
  if (node.key.kind !== "constant" || !isPlain(node) || type.kind !== "map" || isNilable(type)) return false;
  const key = String(node.key.value);
  const field = type.fields !== undefined && Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
  return field !== undefined && !isNilable(field);
}

/** True where JavaScript's own access does: a name that only maps can have, or a place from the front of an array. */
function isPlain({ object, key }: Member): boolean {
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
