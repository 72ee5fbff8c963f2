import { anyType, arrayOf, intType, mapType, stringType, textOf } from "../nouns/value-type.ts";
import { elementOrNil, joinedArray, keysType, sameArray, valuesType } from "./result-types.ts";
import { type FunctionSpec, kept, optionalParameter, parameter, runtime } from "./spec.ts";

const anyArray = arrayOf(anyType);
const array = parameter("array", anyArray);
/** For functions that give nil, or no elements, where the array is nil. */
const nilableArray = { ...array, mayBeNil: true };
const map = parameter("map", mapType);

/** Functions of arrays and maps. */
export const collectionFunctions: readonly FunctionSpec[] = [
  {
    name: "len",
    parameters: [parameter("value", stringType, anyArray, mapType)],
    result: intType,
    implementation: runtime("len"),
    least: 0,
    arrayProperty: "length",
    description: "Characters of a text, or elements of an array or map",
  },
  {
    name: "concat",
    parameters: [array],
    variadic: true,
    result: joinedArray,
    implementation: runtime("concat"),
    flow: kept,
    description: "The arrays, one after the other",
  },
  {
    name: "flatten",
    parameters: [array],
    result: anyArray,
    implementation: runtime("flatten"),
    flow: kept,
    description: "The array with arrays in it replaced by their elements, to any depth",
  },
  {
    name: "uniq",
    parameters: [array],
    result: sameArray,
    implementation: runtime("uniq"),
    flow: kept,
    description: "The array without elements that equal an earlier one",
  },
  {
    name: "join",
    parameters: [parameter("texts", anyArray), optionalParameter("delimiter", stringType)],
    result: stringType,
    implementation: runtime("join"),
    flow: { ...kept, elements: true },
    assembles: "joined",
    mayGrow: true,
    description: "The texts of an array as one, with the delimiter between them",
  },
  {
    name: "reverse",
    parameters: [array],
    result: sameArray,
    implementation: runtime("reverse"),
    flow: kept,
    description: "The array from its end to its start",
  },
  {
    name: "first",
    parameters: [nilableArray],
    result: elementOrNil,
    implementation: runtime("first"),
    flow: { ...kept, elements: true },
    description: "The first element, or nil",
  },
  {
    name: "last",
    parameters: [nilableArray],
    result: elementOrNil,
    implementation: runtime("last"),
    flow: { ...kept, elements: true },
    description: "The last element, or nil",
  },
  {
    name: "take",
    parameters: [array, parameter("count", intType)],
    result: sameArray,
    implementation: runtime("take"),
    flow: { from: [0], form: "same" },
    description: "The first elements; all, where there are fewer",
  },
  {
    name: "sort",
    parameters: [nilableArray, optionalParameter("order", textOf(["asc", "desc"]))],
    result: sameArray,
    implementation: runtime("sort"),
    flow: { from: [0], form: "same" },
    description: 'The numbers or texts of an array in order, `"asc"` or `"desc"`',
  },
  {
    name: "keys",
    parameters: [map],
    result: keysType,
    implementation: runtime("keys"),
    description: "The keys of a map",
  },
  {
    name: "values",
    parameters: [map],
    result: valuesType,
    implementation: runtime("values"),
    flow: kept,
    description: "The values of a map",
  },
  {
    name: "toPairs",
    parameters: [map],
    result: arrayOf(anyArray),
    implementation: runtime("toPairs"),
    description: "The map as an array of `[key, value]`",
  },
  {
    name: "fromPairs",
    parameters: [parameter("pairs", anyArray)],
    result: mapType,
    implementation: runtime("fromPairs"),
    description: "The map of an array of `[key, value]`",
  },
  {
    name: "safe",
    parameters: [parameter("value", anyType), parameter("path", stringType)],
    result: anyType,
    implementation: runtime("safe"),
    relation: "member",
    description: 'The value at a path such as `"a.b.0"`, or nil where something on the way is missing',
  },
];
