import { otherSpelling } from "../../functions/other-spellings.ts";
import type { FunctionSpec } from "../../functions/spec.ts";
import { findFunction, functions } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import { withArticle } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { likest, nearest } from "../../spelling/nearest.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";

/** `Math.max`, `strings.ToUpper`: the last word alone is known. */
function withoutPrefix(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return otherSpelling(last) ?? (findFunction(last) === undefined ? undefined : `write ${last}(…)`);
}

/** The few that are likest, where any is like it at all. */
function helpAmong(name: string, names: readonly string[]): string | undefined {
  const few = likest(name, names, 5);
  return few.length === 0 ? undefined : `similar: ${few.join(", ")}`;
}

type Call = Extract<Expression, { kind: "call" }>;

/**
 * Reports a call of what is not a function; `name` is undefined where it has none. Gives the function that is most
 * likely meant.
 */
export function reportUnknownFunction(
  node: Call,
  name: string | undefined,
  context: ExpressionContext,
): FunctionSpec | undefined {
  const at = spanOf(node.callee, context);
  const names = functions.map((spec) => spec.name);
  const all = "docs/expressions.md lists all functions";
  if (name === undefined) {
    untyped(context)("unknown-function", at, "only named functions can be called", { help: all });
    return undefined;
  }
  const variable = node.callee.kind === "identifier" ? context.variables.get(name) : undefined;
  if (variable !== undefined) {
    const what = variable.kind === "any" ? "a variable" : withArticle(variable);
    untyped(context)("unknown-function", at, `"${name}" is ${what}, not a function`, {
      help: node.piped ? undefined : `write ${name} alone`,
    });
    return undefined;
  }
  const other = otherSpelling(name);
  const extras =
    other === undefined
      ? { help: withoutPrefix(name) ?? helpAmong(name, names) ?? all, ...spelling(name, names, at, "fixed") }
      : { help: other };
  untyped(context)("unknown-function", at, `unknown function "${name}"`, extras);
  return findFunction(nearest(name, names) ?? "");
}
