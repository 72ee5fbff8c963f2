import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { unreachable } from "../../nouns/unreachable.ts";
import type { ExpressionSyntax, ValueSyntax } from "../../nouns/value-syntax.ts";
import {
  anyType,
  arrayOf,
  mapOf,
  mapType,
  scalarType,
  stringType,
  typeName,
  type ValueType,
} from "../../nouns/value-type.ts";
import { Evaluator } from "../constants/evaluate.ts";
import { reportConstants } from "../constants/report-constants.ts";
import { reportUnusedDefaults } from "../constants/report-unused-defaults.ts";
import { type ExpressionContext, untyped } from "./context.ts";
import { resolveExpression } from "./expression.ts";
import { noteNil } from "./nil.ts";

/** Where a value stands; its expressions bring their own source. */
export type ValueContext = Omit<ExpressionContext, "source">;

/** Resolves all expressions of a field's value. */
export function resolveValue(value: ValueSyntax, context: ValueContext): PlanValue {
  switch (value.kind) {
    case "literal":
      return { kind: "constant", value: value.value, span: value.span };
    case "expression":
      return { kind: "expression", expression: resolveSyntax(value, context) };
    case "template": {
      const parts = value.parts.map((part) => (typeof part === "string" ? part : resolveSyntax(part, context)));
      return { kind: "template", parts, span: value.span };
    }
    case "list":
      return { kind: "list", items: value.items.map((item) => resolveValue(item, context)), span: value.span };
    case "map": {
      const entries = value.entries.map((entry) => ({
        key: entry.key.value,
        value: resolveValue(entry.value, context),
      }));
      return { kind: "map", entries, span: value.span };
    }
    default:
      return unreachable(value);
  }
}

/** The value where text must stand: an expression becomes a template of one part, a number or bool its text. */
export function asText(value: PlanValue): PlanValue {
  switch (value.kind) {
    case "constant":
      return { ...value, value: value.value === null ? "" : String(value.value) };
    case "expression":
      return { kind: "template", parts: [value.expression], span: value.expression.span };
    case "template":
    case "schema":
      return value;
    case "list":
      return { ...value, items: value.items.map(asText) };
    case "map":
      return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: asText(entry.value) })) };
    default:
      return unreachable(value);
  }
}

/** Resolves one expression of the document. */
export function resolveSyntax(expression: ExpressionSyntax, context: ValueContext): PlanExpression {
  const resolved = resolveExpression(expression.root, { ...context, source: expression.span.source });
  reportConstants(resolved, context.report);
  // A key that could not be read may say that an input need not be given.
  if (!context.findings.poison.misshapen.has(undefined)) reportUnusedDefaults(resolved, context.report);
  return { ...resolved, text: expression.text };
}

/** Resolves an expression that decides something: it must be a bool, and should depend on something. */
export function resolveCondition(syntax: ExpressionSyntax, context: ValueContext): PlanExpression {
  const condition = resolveSyntax(syntax, context);
  const { kind } = condition.type;
  noteNil(condition, { ...context, source: syntax.span.source });
  if (kind !== "bool" && kind !== "any") {
    untyped(context)("type-mismatch", condition.span, `a condition must be a bool, found ${typeName(condition.type)}`);
  }
  const evaluated = kind === "bool" ? new Evaluator().evaluate(condition) : undefined;
  if (evaluated?.kind === "value") {
    context.report("constant-condition", condition.span, `this condition is always ${evaluated.value}`);
  }
  return condition;
}

/** The static type of a field's value. */
export function valueType(value: PlanValue): ValueType {
  switch (value.kind) {
    case "constant":
      return scalarType(value.value);
    case "expression":
      return value.expression.type;
    case "template":
      return stringType;
    case "schema":
      return mapType;
    case "list":
      return arrayOf(anyType);
    case "map":
      return mapOf(Object.fromEntries(value.entries.map((entry) => [entry.key, valueType(entry.value)])));
    default:
      return unreachable(value);
  }
}
