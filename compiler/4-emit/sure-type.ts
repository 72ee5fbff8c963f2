import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { ValueType } from "../nouns/value-type.ts";

/** True for a bool that cannot be nil. */
export function isBool(type: ValueType): boolean {
  return type.kind === "bool" && !isNilable(type);
}

/** True for a number that cannot be nil. */
export function isNumber(type: ValueType): boolean {
  return (type.kind === "int" || type.kind === "float") && !isNilable(type);
}

/** True for a text that cannot be nil. */
export function isString(type: ValueType): boolean {
  return type.kind === "string" && !isNilable(type);
}

/** True where the value may be nil. */
export function isNilable(type: ValueType): boolean {
  return type.kind === "any" || type.kind === "nil" || type.optional === true;
}

/** True for two numbers or two texts, neither of which can be nil. */
export function sameScalars(left: PlanExpression, right: PlanExpression): boolean {
  return (isNumber(left.type) && isNumber(right.type)) || (isString(left.type) && isString(right.type));
}
