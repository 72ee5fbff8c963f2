import { anyType, arrayOf, floatType, intType, optional, type ValueType } from "../nouns/value-type.ts";

/* How the type of a result follows from the types of the arguments. Where one is unknown, so is what hangs on it. */

/** An array with the elements of the first argument. */
export function sameArray(given: readonly ValueType[]): ValueType {
  return arrayOf(elementOf(given[0]));
}

/** An array with the elements of all arguments. */
export function joinedArray(given: readonly ValueType[]): ValueType {
  return arrayOf(commonType(given.map(elementOf)));
}

/** An element of the first argument, or nil. */
export function elementOrNil(given: readonly ValueType[]): ValueType {
  return optional(elementOf(given[0]));
}

/** The keys of a map: texts where all are known; `groupBy` and `fromPairs` make maps with others. */
export function keysType([map]: readonly ValueType[]): ValueType {
  return arrayOf(map?.kind === "map" && map.fields !== undefined ? { kind: "string" } : anyType);
}

/** The values of a map whose keys are known. */
export function valuesType([map]: readonly ValueType[]): ValueType {
  return arrayOf(map?.kind === "map" && map.fields !== undefined ? commonType(Object.values(map.fields)) : anyType);
}

/** The type of the one number. */
export function sameNumber([given]: readonly ValueType[]): ValueType {
  return given?.kind === "int" ? intType : given?.kind === "float" ? floatType : anyType;
}

/** int of ints, float where a float is among them; unknown of arrays, of others and where one may be nil. */
export function widestNumber(given: readonly ValueType[]): ValueType {
  const areNumbers = given.every((type) => (type.kind === "int" || type.kind === "float") && type.optional !== true);
  if (!areNumbers || given.length === 0) return anyType;
  return given.some(({ kind }) => kind === "float") ? floatType : intType;
}

/** The first argument's type without nil, where the second, which takes the place of nil, has it too. */
export function defaultedType([given = anyType, other = anyType]: readonly ValueType[]): ValueType {
  if (given.kind === "nil") return other;
  return commonType([withoutNil(given), other]);
}

function elementOf(type: ValueType | undefined): ValueType {
  return type?.kind === "array" ? type.element : anyType;
}

/** The type that all have but for nil, which makes it optional; `any` where they differ. */
function commonType([first = anyType, ...rest]: readonly ValueType[]): ValueType {
  return rest.reduce(commonOfTwo, first);
}

function commonOfTwo(first: ValueType, second: ValueType): ValueType {
  if (first === second) return first;
  if (first.kind === "nil") return optional(second);
  if (second.kind === "nil") return optional(first);
  if (first.kind !== second.kind || first.kind === "any" || second.kind === "any") return anyType;
  const common = first.kind === "array" ? joinedArray([first, second]) : { kind: first.kind };
  return first.optional === true || second.optional === true ? optional(common) : common;
}

function withoutNil(type: ValueType): ValueType {
  return type.kind === "any" || type.kind === "nil" ? type : { ...type, optional: false };
}
