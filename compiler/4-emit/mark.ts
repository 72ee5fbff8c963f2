import type { PlanExpression } from "../nouns/plan-expression.ts";
import { binary, type Code, call, type Expression, literal, member, sequence, statement } from "../nouns/typescript.ts";
import type { EmitContext } from "./expression.ts";
import { readsGiven } from "./given.ts";
import { conditionMayFail, mayFail } from "./may-fail.ts";
import { step } from "./words.ts";

/**
 * `step.at = 3`: the number of an expression of the documents, by which a failure of its value is reported; undefined where
 * it has no place. A store of a small number is all that it costs.
 */
function markOf(node: PlanExpression, { places, secret = false, asked = false }: EmitContext): Expression | undefined {
  if (places === undefined || node.text === undefined) return undefined;
  const number = places.add(node, { secret, given: asked && readsGiven(node) });
  return binary(member(step, "at"), "=", literal(number));
}

/** The value of an expression of the documents, behind its mark where it may fail. */
export function marked(node: PlanExpression, value: Expression, context: EmitContext): Expression {
  return mayFail(node) ? markedAlways(node, value, context) : value;
}

/** The same for a condition, which must be a bool. */
export function markedCondition(node: PlanExpression, value: Expression, context: EmitContext): Expression {
  return conditionMayFail(node) ? markedAlways(node, value, context) : value;
}

/** The same for a value that the runtime library may refuse. */
export function markedAlways(node: PlanExpression, value: Expression, context: EmitContext): Expression {
  const mark = markOf(node, context);
  return mark === undefined ? value : sequence([mark, value]);
}

/** The statements that evaluate an expression of the documents: its mark, where it may fail, and `evaluation`. */
export function markedStatement(node: PlanExpression, context: EmitContext, evaluation: Code): readonly Code[] {
  return mayFail(node) ? statementBehindMark(node, context, evaluation) : [evaluation];
}

/** The same for a statement that needs a bool. */
export function markedTest(node: PlanExpression, context: EmitContext, evaluation: Code): readonly Code[] {
  return conditionMayFail(node) ? statementBehindMark(node, context, evaluation) : [evaluation];
}

function statementBehindMark(node: PlanExpression, context: EmitContext, evaluation: Code): readonly Code[] {
  const mark = markOf(node, context);
  return mark === undefined ? [evaluation] : [statement(mark), evaluation];
}

/**
 * A value that is handed to the runtime library: its own failures belong to no expression. As it is where nothing in it was
 * marked.
 */
export function handedOver({ places }: Pick<EmitContext, "places">, make: () => Expression): Expression {
  const before = places?.size;
  const value = make();
  return places?.size === before ? value : call(member(step, "evaluated"), [value]);
}
