import type { PlanExpression } from "../plan.ts";
import { type Code, code, optionalAccess, propertyAccess } from "./code.ts";
import { type EmitContext, emitExpression, emitOperand, emitVariable, isNilable } from "./expression.ts";

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
  const read = isRead(node) ? emitRead(node, context) : undefined;
  if (read === undefined) {
    const key = plainKey(node);
    return key !== undefined && isKnownField(node, key) && node.object.kind !== "map"
      ? code`${emitOperand(node.object, context)}${propertyAccess(key)}`
      : emitChecked(node, emitExpression(node.object, context), context);
  }
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
  if (node.kind === "result" && node.field !== undefined && node.optional) return optionalField(node, node.field);
  if (node.kind === "stored") return always(code`step.names${propertyAccess(node.name)}`);
  if (node.kind === "variable" || node.kind === "failure") return always(emitVariable(node, context));
  if (node.kind === "input" || node.kind === "result") return always(emitExpression(node, context));
  const key = node.kind === "member" ? plainKey(node) : undefined;
  const object = node.kind === "member" && key !== undefined ? emitRead(node.object, context) : undefined;
  if (node.kind !== "member" || key === undefined || object === undefined) return undefined;
  const direct = code`${object.direct}${propertyAccess(key)}`;
  const checked = isCertain(node) ? direct : emitChecked(node, object.checked, context);
  if (isCertainMap(node.object)) return { direct, tolerant: direct, checked, condition: object.condition };
  const tolerant = code`${object.tolerant}${optionalAccess(key)}`;
  return { direct, tolerant, checked, condition: code`${object.tolerant} != null` };
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

const roots: ReadonlySet<PlanExpression["kind"]> = new Set(["variable", "failure", "input", "result", "stored"]);

function isRead(node: PlanExpression): boolean {
  return node.kind === "member" ? plainKey(node) !== undefined && isRead(node.object) : roots.has(node.kind);
}

/** True where the direct form is the value, whatever happens. */
function isCertain(node: PlanExpression): boolean {
  if (node.kind !== "member") return true;
  const key = plainKey(node);
  return key !== undefined && isKnownField(node, key) && isCertain(node.object);
}

/** True where the value is a map: no field of it can fail. */
function isCertainMap(node: PlanExpression): boolean {
  return node.type.kind === "map" && !isNilable(node.type) && isCertain(node);
}

/** True where the value is nil if it is not there: the object is a map, or a nil that the `?.` is for. */
function mayOnlyLack({ object, optional }: Member): boolean {
  return object.type.kind === "map" && (optional || !isNilable(object.type)) && isCertain(object);
}

function isKnownField({ object: { type } }: Member, key: string): boolean {
  return type.kind === "map" && !isNilable(type) && type.fields !== undefined && Object.hasOwn(type.fields, key);
}

/** The key where it is a text that only a map can have: not inherited, and no index of an array or a text. */
function plainKey({ key }: Member): string | undefined {
  if (key.kind !== "constant" || typeof key.value !== "string") return undefined;
  const first = key.value.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  return isDigit || inherited.has(key.value) ? undefined : key.value;
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
abbreviation abs add addDate epoch format in instantOf isZero offset offsetOf round subtract truncate`
    .trim()
    .split(/\s+/),
);
