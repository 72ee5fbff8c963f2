import type { Loop, LoopMaker, LoopParts } from "../functions/loop.ts";
import { predicateUse } from "../functions/table.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { block, type Code, call, code, type Expression, identifier, join, quoted } from "../nouns/typescript.ts";
import { anyType } from "../nouns/value-type.ts";
import { type Captured, declareLocals, type EmitContext, emitExpression } from "./expression.ts";
import { emitGuarded } from "./guard.ts";
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
  const { loop } = predicateUse(node.name);
  if (loop === undefined) throw new Error(`iteration without code: ${node.name}`);
  return emitLoop(loop, node, context);
}

/** A function of what an iteration gives, such as `sum(map(…))`, where both are one loop; else undefined. */
export function emitOneLoop(runtime: string, node: Iteration, context: EmitContext): Expression | undefined {
  const loop = predicateUse(runtime).over?.[node.name];
  return loop && emitLoop(loop, node, context);
}

function emitLoop(loop: LoopMaker, node: Iteration, context: EmitContext): Expression {
  const name = context.identifiers.own(loop.name);
  const given = [node.array, ...node.rest].map((argument) => emitExpression(argument, context));
  const captured = new Map<string, Captured>();
  const inner = { ...context, locals: [], variables: pointers, outer: { context, captured } };
  const parts = partsOf(node, inner);
  const written = loop.make(parts);
  const outside = [...captured.values()];
  const parameters = [
    code`array`,
    ...(written.parameter === undefined ? [] : [written.parameter]),
    ...outside.map(({ parameter }) => parameter),
  ].map((parameter) => code`${parameter}${parts.any}`);
  const head = join([context.typed ? code`step: ${context.stepType}` : step, ...parameters], ", ");
  const body = block([...declareLocals(inner.locals, context.typed), ...statementsOf(node.name, written, parts)]);
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

const forwards = code`for (let index = 0; index < items.length; index += 1)`;

function statementsOf(name: string, loop: Loop, { any }: LoopParts): readonly Code[] {
  return [
    ...(loop.first === undefined ? [] : [loop.first]),
    code`const items = flow.elements(${quoted(name)}, array);`,
    ...(loop.before === undefined ? [] : [loop.before]),
    code`${loop.head ?? forwards} ${block([code`const item${any} = items[index];`, loop.each])}`,
    code`return ${loop.after};`,
  ];
}
