import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { compileExpression } from "../../compile-expression.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";

/** Evaluates the expressions of `that`, each compiled once for each type of value. Loads the runtime library. */
export async function evaluator(packageFolder: string): Promise<Evaluate> {
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
