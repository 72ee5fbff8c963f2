import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanValue } from "../nouns/plan-value.ts";
import type { ExpressionSyntax, ValueSyntax } from "../nouns/value-syntax.ts";
import { walk } from "./walk.ts";

/** The values directly inside a value as written, in source order. */
export function valueChildren(value: ValueSyntax): readonly ValueSyntax[] {
  if (value.kind === "list") return value.items;
  return value.kind === "map" ? value.entries.map((entry) => entry.value) : [];
}

/** The values directly inside a value as planned, in source order. */
export function planValueChildren(value: PlanValue): readonly PlanValue[] {
  if (value.kind === "list") return value.items;
  return value.kind === "map" ? value.entries.map((entry) => entry.value) : [];
}

/** The expressions that stand in values as written, in source order. */
export function expressionsWritten(values: readonly ValueSyntax[]): readonly ExpressionSyntax[] {
  return [...walk(values, valueChildren)].flatMap((part) => {
    if (part.kind === "expression") return [part];
    return part.kind === "template" ? part.parts.filter((piece) => typeof piece !== "string") : [];
  });
}

/** The expressions of values as planned, outermost ones only. */
export function expressionsPlanned(values: readonly PlanValue[]): readonly PlanExpression[] {
  return [...walk(values, planValueChildren)].flatMap((part) => {
    if (part.kind === "expression") return [part.expression];
    return part.kind === "template" ? part.parts.filter((piece) => typeof piece !== "string") : [];
  });
}
