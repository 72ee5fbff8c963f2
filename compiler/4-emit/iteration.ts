import type { PlanExpression } from "../nouns/plan-expression.ts";
import { anyType } from "../nouns/value-type.ts";
import { block, type Code, call, code, type Expression, identifier, join, quoted } from "./code.ts";
import { type Captured, declareLocals, type EmitContext, emitExpression } from "./expression.ts";
import { emitGuarded } from "./guard.ts";
import { headOf, type Loop, type LoopParts, loops } from "./loops.ts";
import { isBool, isNumber } from "./sure-type.ts";
import { runtimeCall, step } from "./words.ts";

type Iteration = Extract<PlanExpression, { kind: "iteration" }>;

const pointers: ReadonlyMap<string, Expression> = new Map([
  ["#", identifier`item`],
  ["#index", identifier`index`],
  ["#acc", identifier`accumulator`],
]);

/**
 * `filterItems(step, array)`: a function of the module that loops over the elements. What the predicate reads of its
 * surroundings is passed to it, so that evaluating makes no closure.
 */
export function emitIteration(node: Iteration, context: EmitContext): Expression {
  if (!isLoop(node.name)) throw new Error(`iteration without code: ${node.name}`);
  return emitAs(node.name, node, context);
}

/** `sum(map(…))`: the loop of the map adds up. */
export function emitSumOfMap(node: Iteration, context: EmitContext): Expression {
  return emitAs("sumMapped", node, context);
}

/** True where a function of what an iteration gives is one loop with it. */
export function isOneLoop(runtime: string, { name }: Iteration): boolean {
  return runtime === "sum" && name === "map";
}

function isLoop(name: string): name is keyof typeof loops {
  return Object.hasOwn(loops, name);
}

function emitAs(kind: keyof typeof loops, node: Iteration, context: EmitContext): Expression {
  const name = context.identifiers.own(identifier`${kind}Items`);
  const given = [node.array, ...node.rest].map((argument) => emitExpression(argument, context));
  const captured = new Map<string, Captured>();
  const inner = { ...context, locals: [], variables: pointers, outer: { context, captured } };
  const parts = partsOf(node, inner);
  const loop: Loop = loops[kind](parts);
  const outside = [...captured.values()];
  const parameters = [
    code`array`,
    ...(loop.parameter === undefined ? [] : [loop.parameter]),
    ...outside.map(({ parameter }) => parameter),
  ].map((parameter) => code`${parameter}${parts.any}`);
  const head = join([context.typed ? code`step: ${context.stepType}` : step, ...parameters], ", ");
  const body = block([...declareLocals(inner.locals, context.typed), ...statementsOf(node.name, loop, parts)]);
  context.hoisted.push(code`function ${name}(${head})${parts.any} ${body}`);
  return call(name, [step, ...given, ...outside.map(({ argument }) => argument)]);
}

/** The value of the predicate, as the loop may need it; only a value of unknown type is checked. */
function partsOf({ name, array, predicate, rest }: Iteration, context: EmitContext): LoopParts {
  const value = predicate === undefined ? identifier`item` : emitExpression(predicate, context);
  const guarded = predicate && emitGuarded(predicate, "number", "summand", context);
  const type = predicate?.type ?? (array.type.kind === "array" ? array.type.element : anyType);
  return {
    value,
    test: isBool(type) ? value : runtimeCall("holds", [quoted(name), value]),
    number: isNumber(type) ? value : (guarded ?? runtimeCall("summand", [value])),
    isNumber: isNumber(type),
    more: rest.length > 0,
    any: context.typed ? code`: any` : code``,
  };
}

function statementsOf(name: string, loop: Loop, { any }: LoopParts): readonly Code[] {
  return [
    ...(loop.first === undefined ? [] : [loop.first]),
    code`const items = flow.elements(${quoted(name)}, array);`,
    ...(loop.before === undefined ? [] : [loop.before]),
    code`${headOf(loop)} ${block([code`const item${any} = items[index];`, loop.each])}`,
    code`return ${loop.after};`,
  ];
}
