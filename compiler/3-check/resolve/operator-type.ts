import type { BinaryOperator } from "../../nouns/expression.ts";
import {
  anyType,
  arrayOf,
  boolType,
  dateType,
  durationType,
  floatType,
  intType,
  nilType,
  optional,
  stringType,
  textOf,
  type ValueType,
} from "../../nouns/value-type.ts";

/**
 * The type of `left operator right` as Expr's checker gives it; undefined where the two types do not go together. An
 * `any` on either side goes with everything that the other could be.
 */
export function binaryType(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType | undefined {
  return rules[operator](left, right);
}

/** The type of a value that is one of two: equal types stay, nil makes optional, the rest is `any`. */
export function joinTypes(first: ValueType, second: ValueType): ValueType {
  if (first.kind === "nil") return second.kind === "nil" ? nilType : optional(second);
  if (second.kind === "nil") return optional(first);
  if (first.kind !== second.kind || first.kind === "any" || second.kind === "any") return anyType;
  const nilable = isOptional(first) || isOptional(second);
  const joined =
    first.kind === "array" && second.kind === "array"
      ? arrayOf(joinTypes(first.element, second.element))
      : first.kind === "string" && second.kind === "string"
        ? eitherText(first.values, second.values)
        : sameMap(first, second);
  return nilable ? optional(joined) : joined;
}

function eitherText(first: readonly string[] | undefined, second: readonly string[] | undefined): ValueType {
  return first === undefined || second === undefined ? stringType : textOf([...new Set([...first, ...second])]);
}

/** True where the value may be nil although its type is known. */
export function isOptional(type: ValueType): boolean {
  return type.kind === "nil" || ("optional" in type && type.optional === true);
}

/** True where values of the two types can be equal: Expr compares nothing else. */
function isComparable(left: ValueType, right: ValueType): boolean {
  if (isAny(left) || isAny(right) || left.kind === "nil" || right.kind === "nil") return true;
  return left.kind === right.kind || (isNumber(left) && isNumber(right));
}

type Rule = (left: ValueType, right: ValueType) => ValueType | undefined;

/** The right operand is the value as it is: only where it is known to be a bool, the result is. */
const logic: Rule = (left, right) => (all(isBool, left, right) ? right : undefined);
const equality: Rule = (left, right) => (isComparable(left, right) ? boolType : undefined);
const order: Rule = (left, right) =>
  [isNumber, isString, isDate, isDuration].some((test) => all(test, left, right)) ? boolType : undefined;
const textTest: Rule = (left, right) => (all(isString, left, right) ? boolType : undefined);
const arithmetic: Rule = (left, right) => (all(isNumber, left, right) ? numberType(left, right) : undefined);
const quotient: Rule = (left, right) => (all(isNumber, left, right) ? floatType : undefined);

const rules: Readonly<Record<BinaryOperator, Rule>> = {
  or: logic,
  and: logic,
  "==": equality,
  "!=": equality,
  "<": order,
  "<=": order,
  ">": order,
  ">=": order,
  matches: textTest,
  contains: textTest,
  startsWith: textTest,
  endsWith: textTest,
  in: membership,
  "+": (left, right) => {
    if (all(isNumber, left, right)) return numberType(left, right);
    return all(isString, left, right) ? stringType : sumOfTimes(left, right);
  },
  "-": (left, right) => arithmetic(left, right) ?? differenceOfTimes(left, right),
  "*": (left, right) => arithmetic(left, right) ?? multipleOfTime(left, right),
  "/": quotient,
  "**": quotient,
  "%": (left, right) => (all(isInt, left, right) ? intType : undefined),
  "..": (left, right) => (all(isInt, left, right) ? arrayOf(intType) : undefined),
  "??": coalesceType,
};

/** A date and a duration are a date, two durations a duration. */
function sumOfTimes(left: ValueType, right: ValueType): ValueType | undefined {
  const sides = [left.kind, right.kind];
  const dates = sides.filter((kind) => kind === "date").length;
  if (dates + sides.filter((kind) => kind === "duration" || kind === "any").length < 2 || dates === 2) return undefined;
  if (dates === 1) return dateType;
  return sides.includes("any") ? anyType : durationType;
}

/** Two dates are a duration apart; a duration before a date is a date. */
function differenceOfTimes(left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === "duration") return isDuration(right) ? durationType : undefined;
  if (right.kind === "date") return isDate(left) ? durationType : undefined;
  if (right.kind === "duration") return left.kind === "date" ? dateType : isAny(left) ? anyType : undefined;
  return left.kind === "date" && isAny(right) ? anyType : undefined;
}

function multipleOfTime(left: ValueType, right: ValueType): ValueType | undefined {
  const fits = (type: ValueType): boolean => isNumber(type) || type.kind === "duration";
  return fits(left) && fits(right) ? durationType : undefined;
}

function membership(left: ValueType, right: ValueType): ValueType | undefined {
  if (isAny(right)) return boolType;
  if (right.kind === "array") return isComparable(left, right.element) ? boolType : undefined;
  if (right.kind === "map") return isString(left) || left.kind === "nil" ? boolType : undefined;
  return undefined;
}

/** The left type without nil where the right one is the same; else unknown, as in Expr. */
function coalesceType(left: ValueType, right: ValueType): ValueType {
  if (left.kind === "nil") return right;
  if (left.kind === "any" || right.kind === "nil") return left;
  return joinTypes({ ...left, optional: false } as ValueType, right);
}

/** int where both are; float where one is and both are known; else unknown. */
function numberType(left: ValueType, right: ValueType): ValueType {
  const kinds = [left.kind, right.kind];
  if (kinds.includes("any") || isOptional(left) || isOptional(right)) return anyType;
  return kinds.includes("float") ? floatType : intType;
}

/** True where both types satisfy the test, an `any` counting as whatever is wanted. */
function all(test: (type: ValueType) => boolean, left: ValueType, right: ValueType): boolean {
  return test(left) && test(right);
}

function isAny({ kind }: ValueType): boolean {
  return kind === "any";
}

function isBool({ kind }: ValueType): boolean {
  return kind === "bool" || kind === "any";
}

function isString({ kind }: ValueType): boolean {
  return kind === "string" || kind === "any";
}

function isDate({ kind }: ValueType): boolean {
  return kind === "date" || kind === "any";
}

function isDuration({ kind }: ValueType): boolean {
  return kind === "duration" || kind === "any";
}

function isInt({ kind }: ValueType): boolean {
  return kind === "int" || kind === "any";
}

function isNumber({ kind }: ValueType): boolean {
  return kind === "int" || kind === "float" || kind === "any";
}

function sameMap(first: ValueType, second: ValueType): ValueType {
  return first.kind === "map" && first !== second ? { kind: "map" } : first;
}
