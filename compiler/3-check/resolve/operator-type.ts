import type { BinaryOperator } from "../../expression.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  nilType,
  optional,
  stringType,
  type ValueType,
} from "../../value-type.ts";

/** The type of `left operator right` (Expr language definition, operators); `any` where a side is unknown. */
export function binaryType(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType {
  switch (operator) {
    case "+":
      return left.kind === "string" && right.kind === "string" ? stringType : numberType(left, right);
    case "-":
    case "*":
      return numberType(left, right);
    case "/":
    case "**":
      return floatType;
    case "%":
      return intType;
    case "..":
      return arrayOf(intType);
    case "??":
      return coalesceType(left, right);
    default:
      return boolType;
  }
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
      : sameMap(first, second);
  return nilable ? optional(joined) : joined;
}

/** True where the value may be nil although its type is known. */
export function isOptional(type: ValueType): boolean {
  return type.kind === "nil" || ("optional" in type && type.optional === true);
}

function sameMap(first: ValueType, second: ValueType): ValueType {
  return first.kind === "map" && first !== second ? { kind: "map" } : first;
}

function coalesceType(left: ValueType, right: ValueType): ValueType {
  if (left.kind === "any") return anyType;
  if (left.kind === "nil") return right;
  if (!isOptional(left)) return left;
  return joinTypes({ ...left, optional: false } as ValueType, right);
}

function numberType(left: ValueType, right: ValueType): ValueType {
  if (isOptional(left) || isOptional(right)) return anyType;
  const kinds = [left.kind, right.kind];
  if (!kinds.every((kind) => kind === "int" || kind === "float")) return anyType;
  return kinds.includes("float") ? floatType : intType;
}
