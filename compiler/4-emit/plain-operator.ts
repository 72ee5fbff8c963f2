import type { PlanExpression } from "../nouns/plan-expression.ts";
import { isCertainRead } from "./reads.ts";
import { isBool, isNumber, isString, sameScalars } from "./sure-type.ts";

/** True where JavaScript's own operator does, or a comparison that cannot fail: the runtime library refuses nothing. */
export function isPlainOperator({ operator, left, right }: Extract<PlanExpression, { kind: "binary" }>): boolean {
  switch (operator) {
    case "??":
    case "==":
    case "!=":
      return true;
    case "and":
    case "or":
      return isBool(left.type);
    case "+":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return sameScalars(left, right);
    case "-":
    case "*":
    case "/":
    case "**":
      return isNumber(left.type) && isNumber(right.type);
    case "%":
      return isNumericRemainder(left, right) && isNumber(right.type);
    case "contains":
    case "startsWith":
    case "endsWith":
      return isString(left.type) && isString(right.type);
    case "matches":
      return isString(left.type) && right.kind === "constant" && typeof right.value === "string";
    case "in":
      return right.kind === "array" && isListed(left, right.elements);
    default:
      return false;
  }
}

/** True for a remainder of a number by one that is written out, and not zero. */
export function isNumericRemainder(left: PlanExpression, right: PlanExpression): boolean {
  return right.kind === "constant" && right.value !== 0 && isNumber(left.type);
}

/** True where `x in [a, b]` is written as `x === a || x === b`. */
export function isListed(subject: PlanExpression, options: readonly PlanExpression[]): boolean {
  const alike = [isString, isNumber].some((test) => [subject, ...options].every(({ type }) => test(type)));
  const known = alike && options.every(({ kind }) => kind === "constant");
  return known && options.length > 0 && options.length <= 8 && isCertainRead(subject);
}
