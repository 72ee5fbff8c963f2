import type { PlanExpression } from "../plan.ts";
import { type Code, code, join, propertyAccess } from "./code.ts";
import { declareLocals, type EmitContext, emitExpression } from "./expression.ts";

type Iteration = Extract<PlanExpression, { kind: "iteration" }>;

const pointers: ReadonlyMap<string, Code> = new Map([
  ["#", code`item`],
  ["#index", code`index`],
  ["#acc", code`accumulator`],
]);

/**
 * `flow.filter(step, array, predicate)`. A predicate that reads no variable of its surroundings is a function of the
 * module, so that evaluating makes no closure.
 */
export function emitIteration(node: Iteration, context: EmitContext): Code {
  const predicate = node.predicate === undefined ? [] : [emitPredicate(node.predicate, context)];
  const rest = node.rest.map((argument) => emitExpression(argument, context));
  const parts = [code`step`, emitExpression(node.array, context), ...predicate, ...rest];
  return code`flow${propertyAccess(node.runtime)}(${join(parts, ", ")})`;
}

function emitPredicate(body: PlanExpression, context: EmitContext): Code {
  const parameters = context.typed
    ? code`(step: Step, item: any, index: number, accumulator: any)`
    : code`(step, item, index, accumulator)`;
  if (readsOuter(body, new Set(pointers.keys()))) {
    const variables = new Map([...context.variables, ...pointers]);
    return code`${parameters} => (${emitExpression(body, { ...context, variables })})`;
  }
  const name = context.identifiers.make("predicate");
  const locals: Code[] = [];
  const value = emitExpression(body, { ...context, locals, variables: pointers });
  const statements = [...declareLocals(locals, context.typed), code`return ${value};`];
  const result = context.typed ? code`: unknown` : code``;
  context.hoisted.push(
    code`function ${name}${parameters}${result} {\n${join(
      statements.map((statement) => code`  ${statement}`),
      "\n",
    )}\n}`,
  );
  return name;
}

/** True where the expression reads a variable that it does not bind itself, or the failure of `onError`. */
function readsOuter(node: PlanExpression, bound: ReadonlySet<string>): boolean {
  if (node.kind === "failure") return true;
  if (node.kind === "variable") return !bound.has(node.name);
  if (node.kind === "let")
    return readsOuter(node.value, bound) || readsOuter(node.body, new Set([...bound, node.name]));
  return childrenOf(node).some((child) => readsOuter(child, bound));
}

/** The expressions directly inside a planned expression: every property that is one, or a list of them. */
function childrenOf(node: PlanExpression): readonly PlanExpression[] {
  return Object.values(node).flatMap((value: unknown) => {
    const items = Array.isArray(value) ? value : [value];
    return items.flatMap((item: unknown) => (isPair(item) ? [item.key, item.value] : isExpression(item) ? [item] : []));
  });
}

function isExpression(value: unknown): value is PlanExpression {
  return typeof value === "object" && value !== null && "kind" in value && "span" in value;
}

function isPair(value: unknown): value is { readonly key: PlanExpression; readonly value: PlanExpression } {
  return typeof value === "object" && value !== null && "key" in value && "value" in value && !("kind" in value);
}
