import type { PlanExpression } from "../nouns/plan.ts";
import { type Code, code, join } from "./code.ts";
import { type EmitContext, emitOperand } from "./expression.ts";
import { emitRead, type Read } from "./member.ts";
import { isCertainRead } from "./reads.ts";
import { isNumber } from "./sure-type.ts";

/** The codes of two operands. */
type Sides = readonly [Code, Code];

/** Two operands as they stand behind a test that they are numbers, and where the test has failed. */
interface GuardedSides {
  readonly tests: readonly Code[];
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
    tests: [...new Set([...first.tests, ...second.tests])],
    plain: [first.plain, second.plain],
    checked: [first.checked, second.checked],
  };
}

/** `numbers ? plain : checked`. */
export function guarded(
  { tests, plain, checked }: GuardedSides,
  makePlain: (left: Code, right: Code) => Code,
  makeChecked: (left: Code, right: Code) => Code,
): Code {
  return code`${join(tests, " && ")} ? ${makePlain(...plain)} : ${makeChecked(...checked)}`;
}

/** A field of unknown type where a bool must stand; undefined for other expressions. */
export function emitGuardedBool(node: PlanExpression, context: EmitContext): Code | undefined {
  return guardOne(node, code`boolean`, code`bool`, context);
}

/** The same where a number must stand; `check` is the function for all else. */
export function emitGuardedNumber(node: PlanExpression, check: Code, context: EmitContext): Code | undefined {
  return guardOne(node, code`number`, check, context);
}

function guardOne(node: PlanExpression, type: Code, check: Code, context: EmitContext): Code | undefined {
  const read = node.kind === "member" && node.type.kind === "any" ? emitRead(node, context) : undefined;
  if (read === undefined) return undefined;
  const tests = [...(read.condition === undefined ? [] : [read.condition]), code`typeof ${read.direct} === "${type}"`];
  return code`(${join(tests, " && ")} ? ${read.direct} : flow.${check}(${read.checked}))`;
}

interface GuardedSide {
  readonly tests: readonly Code[];
  readonly plain: Code;
  readonly checked: Code;
}

function guardSide(node: PlanExpression, context: EmitContext): GuardedSide | undefined {
  if (node.kind === "constant" && isNumber(node.type)) {
    const value = emitOperand(node, context);
    return { tests: [], plain: value, checked: value };
  }
  const read = isNumber(node.type) || mayBeNumber(node) ? emitRead(node, context) : undefined;
  return read && { tests: testsOf(node, read), plain: read.direct, checked: read.checked };
}

function testsOf(node: PlanExpression, { condition, direct }: Read): readonly Code[] {
  return [
    ...(condition === undefined ? [] : [condition]),
    ...(isNumber(node.type) && isCertainRead(node) ? [] : [code`typeof ${direct} === "number"`]),
  ];
}

function mayBeNumber({ type: { kind } }: PlanExpression): boolean {
  return kind === "any" || kind === "int" || kind === "float";
}
