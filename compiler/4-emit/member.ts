import type { PlanExpression } from "../nouns/plan.ts";
import { type Code, code, optionalAccess, propertyAccess } from "./code.ts";
import { type EmitContext, emitExpression, emitOperand } from "./expression.ts";
import { isBody } from "./given.ts";
import { isCertain, isKnownField, isPlain, isRead, isThere, type Member, mayOnlyLack } from "./reads.ts";

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
  if (!isPlain(node) || object.kind === "map") return emitChecked(node, emitObject(node, context), context);
  if (isKnownField(node)) return code`${emitOperand(object, context)}${accessOf(node)}`;
  const kept = context.identifiers.own(code`object`);
  context.locals.push(kept);
  const value = emitObject(innermost(node), context);
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

/** The first member that is read of what is no member itself. */
function innermost(node: Member): Member {
  return node.object.kind === "member" && isPlain(node.object) ? innermost(node.object) : node;
}

/** What the member is read of. A body has fields only if it is a map, and whoever sends it is told so. */
function emitObject({ object, optional, key }: Member, context: EmitContext): Code {
  const isField = key.kind === "constant" && typeof key.value === "string" && !optional;
  return isField && isBody(object) ? code`flow.bodyFields(step)` : emitExpression(object, context);
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
