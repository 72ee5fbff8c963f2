import type { PlanExpression } from "../nouns/plan.ts";
import { emitPattern } from "./binary.ts";
import { type Code, code, Identifiers, join, propertyAccess } from "./code.ts";
import { declareLocals, type EmitContext, emitExpression } from "./expression.ts";

/**
 * One expression as the body of a plain JavaScript function of `flow` (the runtime library), `step` and `scope`, whose
 * fields are the free variables; `$env` is all of them.
 */
export function emitScript(expression: PlanExpression, variables: readonly string[]): string {
  const locals: Code[] = [];
  const scope = [
    ...variables.map((name) => [name, code`scope${propertyAccess(name)}`] as const),
    ["$env", code`scope`] as const,
  ];
  const context: EmitContext = {
    identifiers: new Identifiers(),
    patterns: new Map(),
    hoisted: [],
    typed: false,
    stepType: code`Step`,
    locals,
    variables: new Map(scope),
  };
  const value = emitExpression(expression, context);
  const patterns = [...context.patterns.values()].map(
    ({ name, source }) => code`const ${name} = ${emitPattern(source)};`,
  );
  return join([...patterns, ...context.hoisted, ...declareLocals(locals, false), code`return ${value};`], "\n");
}
