import type { PlanExpression } from "../nouns/plan-expression.ts";
import { binary, coalesce, type Expression, identifier, member, sequence } from "../nouns/typescript.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { isBody } from "./given.ts";
import { isCertain, isKnownField, isPlain, isRead, isThere, type Member, mayOnlyLack } from "./reads.ts";
import { isPresent, names, nil, results, runtimeCall, step } from "./words.ts";

/** A variable or fields of one, in the forms in which code reads it. None has an effect, so it may stand there twice. */
export interface Read {
  /** The value, where nothing on the way is nil. */
  readonly direct: Expression;
  /** The value; undefined where something on the way is nil, or no map with such a field. */
  readonly tolerant: Expression;
  /** The value by the rules of the language, which fails on what can have no such field. */
  readonly checked: Expression;
  /** The condition under which `direct` may be read; undefined where it always may. */
  readonly condition: Expression | undefined;
}

/** `object.key`, `object?.key` or `object[key]`. */
export function emitMember(node: Member, context: EmitContext): Expression {
  if (isRead(node)) return emitField(node, readOf(node, context));
  const { object } = node;
  if (!isPlain(node) || object.kind === "map") return emitChecked(node, emitObject(node, context), context);
  if (isKnownField(node)) return access(node, emitExpression(object, context));
  const kept = context.identifiers.own(identifier`object`);
  context.locals.push(kept);
  const value = emitObject(innermost(node), context);
  return sequence([binary(kept, "=", value), emitField(node, readOf(node, context, kept))]);
}

function emitField(node: Member, read: Read): Expression {
  return isCertain(node) ? read.direct : coalesce(read.tolerant, mayOnlyLack(node) ? nil : read.checked);
}

/** The forms of a read; undefined for other expressions. */
export function emitRead(node: PlanExpression, context: EmitContext): Read | undefined {
  return isRead(node) ? readOf(node, context) : undefined;
}

/** `kept` is the variable that holds what the fields are read of, where that is not a variable itself. */
function readOf(node: PlanExpression, context: EmitContext, kept?: Expression): Read {
  if (node.kind === "member" && isPlain(node)) return fieldOf(node, readOf(node.object, context, kept), context);
  if (kept !== undefined) return always(kept);
  if (node.kind === "result" && node.field !== undefined && node.optional) return optionalField(node, node.field);
  if (node.kind === "stored") return always(member(names, node.name));
  return always(emitExpression(node, context));
}

/** The first member that is read of what is not a member itself. */
function innermost(node: Member): Member {
  return node.object.kind === "member" && isPlain(node.object) ? innermost(node.object) : node;
}

/** What the member is read of. A body has fields only if it is a map, and a client that sends another is refused. */
function emitObject({ object, optional, key }: Member, context: EmitContext): Expression {
  const isField = key.kind === "constant" && typeof key.value === "string" && !optional;
  return isField && isBody(object) ? runtimeCall("bodyFields", [step]) : emitExpression(object, context);
}

function fieldOf(node: Member, object: Read, context: EmitContext): Read {
  const isOfMap = isThere(node.object);
  const tolerant = access(node, object.tolerant, isOfMap ? "." : "?.");
  return {
    direct: access(node, object.direct),
    tolerant,
    checked: mayOnlyLack(node) ? tolerant : emitChecked(node, object.checked, context),
    condition: isOfMap ? object.condition : isPresent(object.tolerant),
  };
}

function emitChecked(node: Member, object: Expression, context: EmitContext): Expression {
  return runtimeCall(node.optional ? "optionalMember" : "member", [object, emitExpression(node.key, context)]);
}

function always(value: Expression): Read {
  return { direct: value, tolerant: value, checked: value, condition: undefined };
}

function optionalField({ id }: Extract<PlanExpression, { kind: "result" }>, field: string): Read {
  const result = member(results, id);
  const tolerant = member(result, field, "?.");
  return { direct: member(result, field), tolerant, checked: tolerant, condition: isPresent(result) };
}

/** JavaScript's own access by the key of a plain read. */
function access({ key }: Member, object: Expression, access?: "?." | "."): Expression {
  const value = key.kind === "constant" ? key.value : undefined;
  return member(object, typeof value === "number" ? value : String(value), access);
}
