import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Evaluate } from "../../testing/expect/matchers.ts";

/**
 * Evaluates the expressions of `that`. Loads the runtime library and the checker of expressions, unless `texts`, the only
 * ones that may ask for it, hold no such word.
 */
export async function evaluator(packageFolder: string, texts?: readonly string[]): Promise<Evaluate> {
  if (texts?.every((text) => !text.includes("that"))) return () => false;
  const { compileExpression } = await import("../../compile-expression.ts");
  const runtime: unknown = await import(pathToFileURL(resolve(packageFolder, "runtime", "index.js")).href);
  return (expression, value) => {
    const scope = { value };
    const compiled = compileExpression(expression, scope);
    if (compiled.kind === "problems") throw new Error(compiled.diagnostics[0]?.message ?? "the expression is wrong");
    const step = { inputs: scope, names: {}, results: {}, run: { environment: {}, definition: {}, id: null } };
    // Here, in the compiler, code is made from text; no bundle ever does that.
    return new Function("flow", "step", "scope", compiled.body)(runtime, step, scope);
  };
}
