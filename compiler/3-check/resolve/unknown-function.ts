import type { Expression } from "../../expression.ts";
import { spelling } from "../../fixes.ts";
import { findFunction, functions } from "../../functions/table.ts";
import { withArticle } from "../../value-type.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { otherSpelling } from "./other-spellings.ts";

/** `Math.max`, `strings.ToUpper`: the last word alone is known. */
function withoutPrefix(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return otherSpelling(last) ?? (findFunction(last) === undefined ? undefined : `write ${last}(…)`);
}

type Call = Extract<Expression, { kind: "call" }>;

/** Reports a call of what is no function; `name` is undefined where it has none. */
export function reportUnknownFunction(node: Call, name: string | undefined, context: ExpressionContext): void {
  const at = spanOf(node.callee, context);
  const names = functions.map((spec) => spec.name);
  const all = `functions: ${names.join(", ")}`;
  if (name === undefined) {
    context.report("unknown-function", at, "only named functions can be called", { help: all });
    return;
  }
  const variable = node.callee.kind === "identifier" ? context.variables.get(name) : undefined;
  if (variable !== undefined) {
    const what = variable.kind === "any" ? "a variable" : withArticle(variable);
    context.report("unknown-function", at, `"${name}" is ${what}, not a function`, {
      help: node.piped ? undefined : `write ${name} alone`,
    });
    return;
  }
  const other = otherSpelling(name);
  const extras =
    other === undefined ? { help: withoutPrefix(name) ?? all, ...spelling(name, names, at) } : { help: other };
  context.report("unknown-function", at, `unknown function "${name}"`, extras);
}
