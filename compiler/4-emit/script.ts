import type { PlanExpression } from "../nouns/plan-expression.ts";
import { code, type Expression, type Identifier, identifier, join, member } from "../nouns/typescript.ts";
import { emitPattern } from "./binary.ts";
import { declareLocals, type EmitContext, emitExpression } from "./expression.ts";
import { Identifiers } from "./identifiers.ts";
import { print } from "./print.ts";

/**
 * One expression as the body of a plain JavaScript function of `flow` (the runtime library), `step` and `scope`, whose
 * fields are the free variables; `$env` is all of them.
 */
export function emitScript(expression: PlanExpression, variables: readonly string[]): string {
  const locals: Identifier[] = [];
  const fields = variables.map((name): [string, Expression] => [name, member(identifier`scope`, name)]);
  const context: EmitContext = {
    identifiers: new Identifiers(),
    patterns: new Map(),
    hoisted: [],
    typed: false,
    stepType: code`Step`,
    locals,
    variables: new Map([...fields, ["$env", identifier`scope`]]),
  };
  const value = emitExpression(expression, context);
  const patterns = [...context.patterns.values()].map(
    ({ name, source }) => code`const ${name} = ${emitPattern(source)};`,
  );
  const statements = [...patterns, ...context.hoisted, ...declareLocals(locals, false), code`return ${value};`];
  return print(join(statements, "\n"));
}
