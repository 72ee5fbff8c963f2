import { isDeepStrictEqual } from "node:util";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import { chain, conditional, type Expression } from "../nouns/typescript.ts";
import { type EmitContext, emitExpression } from "./expression.ts";
import { emitRead, type Read } from "./member.ts";
import { isCertainRead } from "./reads.ts";
import { isNumber } from "./sure-type.ts";
import { isOfType, runtimeCall } from "./words.ts";

type Sides = readonly [Expression, Expression];

/** Two operands as they stand behind a test that they are numbers, and where the test has failed. */
interface GuardedSides {
  readonly tests: readonly Expression[];
  readonly plain: Sides;
  readonly checked: Sides;
}

/**
 * The operands where both are short enough to stand there twice and one is a field of unknown type. The test reads the
 * field once more: V8 then takes the number out of the object as it is, where a value that may also come from a call would
 * be put into an object of its own first.
 */
export function guardSides(
  left: PlanExpression,
  right: PlanExpression,
  context: EmitContext,
): GuardedSides | undefined {
  if (![left, right].some((side) => side.kind === "member" && mayBeNumber(side))) return undefined;
  const [first, second] = [left, right].map((side) => guardSide(side, context));
  if (first === undefined || second === undefined) return undefined;
  return {
    tests: [
      ...first.tests,
      ...second.tests.filter((test) => !first.tests.some((known) => isDeepStrictEqual(known, test))),
    ],
    plain: [first.plain, second.plain],
    checked: [first.checked, second.checked],
  };
}

/** `numbers ? plain : checked`. */
export function guarded(
  { tests, plain, checked }: GuardedSides,
  makePlain: (left: Expression, right: Expression) => Expression,
  makeChecked: (left: Expression, right: Expression) => Expression,
): Expression {
  return conditional(chain("&&", tests), makePlain(...plain), makeChecked(...checked));
}

/** A field of unknown type where a bool or a number must stand; undefined for others. `check` is for all other values. */
export function emitGuarded(
  node: PlanExpression,
  type: "boolean" | "number",
  check: "bool" | "number" | "summand",
  context: EmitContext,
): Expression | undefined {
  const read = node.kind === "member" && node.type.kind === "any" ? emitRead(node, context) : undefined;
  if (read === undefined) return undefined;
  const tests = [...(read.condition === undefined ? [] : [read.condition]), isOfType(read.direct, type)];
  return conditional(chain("&&", tests), read.direct, runtimeCall(check, [read.checked]));
}

interface GuardedSide {
  readonly tests: readonly Expression[];
  readonly plain: Expression;
  readonly checked: Expression;
}

function guardSide(node: PlanExpression, context: EmitContext): GuardedSide | undefined {
  if (node.kind === "constant" && isNumber(node.type)) {
    const value = emitExpression(node, context);
    return { tests: [], plain: value, checked: value };
  }
  const read = isNumber(node.type) || mayBeNumber(node) ? emitRead(node, context) : undefined;
  return read && { tests: testsOf(node, read), plain: read.direct, checked: read.checked };
}

function testsOf(node: PlanExpression, { condition, direct }: Read): readonly Expression[] {
  return [
    ...(condition === undefined ? [] : [condition]),
    ...(isNumber(node.type) && isCertainRead(node) ? [] : [isOfType(direct, "number")]),
  ];
}

function mayBeNumber({ type: { kind } }: PlanExpression): boolean {
  return kind === "any" || kind === "int" || kind === "float";
}
