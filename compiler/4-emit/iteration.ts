import type { PlanExpression } from "../nouns/plan.ts";
import { anyType } from "../nouns/value-type.ts";
import { type Code, code, indented, join, propertyKey, quoted } from "./code.ts";
import { type Captured, declareLocals, type EmitContext, emitExpression } from "./expression.ts";
import { emitGuardedNumber } from "./guard.ts";
import { headOf, type Loop, type LoopParts, loops } from "./loops.ts";
import { isBool, isNumber } from "./sure-type.ts";

type Iteration = Extract<PlanExpression, { kind: "iteration" }>;

const pointers: ReadonlyMap<string, Code> = new Map([
  ["#", code`item`],
  ["#index", code`index`],
  ["#acc", code`accumulator`],
]);

/**
 * `filterItems(step, array)`: a function of the module that loops over the elements. What the predicate reads of its
 * surroundings is passed to it, so that evaluating makes no closure.
 */
export function emitIteration(node: Iteration, context: EmitContext): Code {
  return emitAs(node.name, node, context);
}

/** `sum(map(…))`: the loop of the map adds up. */
export function emitSumOfMap(node: Iteration, context: EmitContext): Code {
  return emitAs("sumMapped", node, context);
}

function emitAs(kind: string, node: Iteration, context: EmitContext): Code {
  const makeLoop = loops[kind];
  if (makeLoop === undefined) throw new Error(`iteration without code: ${kind}`);
  const name = context.identifiers.own(code`${propertyKey(kind)}Items`);
  const given = [node.array, ...node.rest].map((argument) => emitExpression(argument, context));
  const captured = new Map<string, Captured>();
  const inner = { ...context, locals: [], variables: pointers, outer: { context, captured } };
  const parts = partsOf(node, inner);
  const loop = makeLoop(parts);
  const outside = [...captured.values()];
  const parameters = [
    code`array`,
    ...(loop.parameter === undefined ? [] : [loop.parameter]),
    ...outside.map(({ parameter }) => parameter),
  ].map((parameter) => code`${parameter}${parts.any}`);
  const head = join([context.typed ? code`step: ${context.stepType}` : code`step`, ...parameters], ", ");
  const statements = [...declareLocals(inner.locals, context.typed), ...statementsOf(node.name, loop, parts)];
  const body = join(
    statements.map((statement) => code`  ${indented(statement)}`),
    "\n",
  );
  context.hoisted.push(code`function ${name}(${head})${parts.any} {\n${body}\n}`);
  return code`${name}(${join([code`step`, ...given, ...outside.map(({ argument }) => argument)], ", ")})`;
}

/** The value of the predicate, as the loop may need it; only a value of unknown type is checked. */
function partsOf({ name, array, predicate, rest }: Iteration, context: EmitContext): LoopParts {
  const value = predicate === undefined ? code`item` : emitExpression(predicate, context);
  const guarded = predicate && emitGuardedNumber(predicate, code`summand`, context);
  const type = predicate?.type ?? (array.type.kind === "array" ? array.type.element : anyType);
  return {
    value,
    test: isBool(type) ? value : code`flow.holds(${quoted(name)}, ${value})`,
    number: isNumber(type) ? value : (guarded ?? code`flow.summand(${value})`),
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
    code`${headOf(loop)} {\n  const item${any} = items[index];\n  ${indented(loop.each)}\n}`,
    code`return ${loop.after};`,
  ];
}
