import type { PlanExpression } from "../../nouns/plan.ts";
import { type Told, told } from "../../tree/condition.ts";
import { isSameRead, type ReadKey, readKey } from "../../tree/read-key.ts";
import type { ExpressionContext } from "./context.ts";
import { isOptional } from "./operator-type.ts";

/**
 * Notes, for the rule `maybe-nil`, where a value that may be nil stands in a place that fails on nil, unless a condition on the way
 * there has asked for it: `x != nil and …`, `x != nil ? … : …`, a skip or check of the resource.
 */
export function noteNil(node: PlanExpression, context: ExpressionContext): void {
  if (!isOptional(node.type) || node.type.kind === "nil") return;
  const key = readKey(node);
  if (key !== undefined && context.nonNil.some((known) => isSameRead(known, key))) return;
  context.findings.nilUses.push({ span: node.span, why: why(node), resource: context.resource?.id });
}

/** The reads that are not nil where the condition has turned out to be `truth`. */
export function nonNilWhen(condition: PlanExpression, truth: boolean): readonly ReadKey[] {
  return nonNilIn(told(condition, truth));
}

function nonNilIn(outcome: Told): readonly ReadKey[] {
  if (outcome.kind === "all") return outcome.parts.flatMap(nonNilIn);
  if (outcome.kind === "one" || outcome.test.kind !== "binary") return [];
  const { test, truth } = outcome;
  const { operator, left, right } = test;
  const asked = operator === (truth ? "!=" : "==");
  if (asked && isNil(right)) return keysOf(left);
  if (asked && isNil(left)) return keysOf(right);
  // What equals something that is no nil is no nil either; so is a text that matches.
  const compared = truth && (operator === "==" || textTests.has(operator));
  return compared && !isOptional(right.type) && right.type.kind !== "any" ? keysOf(left) : [];
}

/** Of these reads those that stay what they are for the whole run. */
export function lasting(keys: readonly ReadKey[]): readonly ReadKey[] {
  return keys.filter(({ kind }) => kind !== "stored" && kind !== "variable");
}

/** The context with these reads known not to be nil. */
export function knowing<Context extends Pick<ExpressionContext, "nonNil">>(
  keys: readonly ReadKey[],
  context: Context,
): Context {
  return keys.length === 0 ? context : { ...context, nonNil: [...context.nonNil, ...keys] };
}

/** The reads of an input that must be given; `file` is the file of the run too. */
export function requiredKeys(name: string): readonly ReadKey[] {
  const input: ReadKey = { kind: "input", name, steps: [] };
  return name === "file" ? [input, { kind: "file", name: "", steps: [] }] : [input];
}

const textTests = new Set(["matches", "contains", "startsWith", "endsWith"]);

function keysOf(node: PlanExpression): readonly ReadKey[] {
  const key = readKey(node);
  return key === undefined ? [] : [key];
}

function isNil(node: PlanExpression): boolean {
  return node.kind === "constant" && node.type.kind === "nil";
}

function why(node: PlanExpression): string {
  if (node.kind === "result") return `: "${node.id}" can be skipped, or go on without a result`;
  if (node.kind === "input") return `: the input "${node.name}" need not be given`;
  return node.kind === "file" ? ": a file need not be given" : "";
}
