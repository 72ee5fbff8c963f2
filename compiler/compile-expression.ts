import { parseExpression } from "./2-parse/expression.ts";
import { resolveScoped } from "./3-check/resolve/scoped-expression.ts";
import { emitScript } from "./4-emit/script.ts";
import { type Diagnostic, diagnostic } from "./nouns/diagnostic.ts";
import type { PlanExpression } from "./nouns/plan-expression.ts";
import { type Source, span } from "./nouns/source.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapType,
  stringType,
  type ValueType,
} from "./nouns/value-type.ts";

/** Values of the free variables, by name. */
export type Scope = Readonly<Record<string, unknown>>;

/** A checked expression, or what is wrong with it. */
export type CompiledExpression =
  | { readonly kind: "script"; readonly body: string; readonly expression: PlanExpression }
  | { readonly kind: "problems"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Compiles one expression whose free variables are those of `scope`, typed by their values as Expr types a map
 * environment: arrays hold anything, maps have the keys they have; `$env` is the scope itself (spec section 6, eval).
 */
export function compileExpression(text: string, scope: Scope): CompiledExpression {
  const source: Source = { path: "expression", name: "expression", text };
  const parsed = parseExpression(text, (offset) => offset);
  if (parsed.kind === "problem") {
    const at = span(source, parsed.start, parsed.end);
    return {
      kind: "problems",
      diagnostics: [diagnostic("expression-syntax", at, parsed.message, { help: parsed.help })],
    };
  }
  const diagnostics: Diagnostic[] = [];
  const variables = typesOf(scope).set("$env", mapType);
  const expression = resolveScoped(
    parsed.expression,
    source,
    variables,
    (code, at, message, extras) => void diagnostics.push(diagnostic(code, at, message, extras)),
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { kind: "problems", diagnostics: errors };
  return { kind: "script", body: emitScript(expression, Object.keys(scope)), expression };
}

function typesOf(scope: Scope): Map<string, ValueType> {
  const types = new Map<string, ValueType>();
  for (const name of Object.keys(scope)) types.set(name, typeOfValue(scope[name]));
  return types;
}

function typeOfValue(value: unknown): ValueType {
  if (value === null || value === undefined) return anyType;
  if (typeof value === "boolean") return boolType;
  if (typeof value === "number") return Number.isInteger(value) ? intType : floatType;
  if (typeof value === "string") return stringType;
  if (Array.isArray(value)) return arrayOf(anyType);
  const entries = Object.entries(value);
  for (const entry of entries) entry[1] = typeOfValue(entry[1]);
  return { kind: "map", open: true, fields: Object.fromEntries(entries) };
}
