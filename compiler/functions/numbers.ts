import { anyType, arrayOf, floatType, intType } from "../nouns/value-type.ts";
import { sameNumber, widestNumber } from "./result-types.ts";
import { cleared, type FunctionSpec, parameter, runtime } from "./spec.ts";

const anyArray = arrayOf(anyType);
const number = parameter("number", intType, floatType);

/** Functions of numbers. */
export const numberFunctions: readonly FunctionSpec[] = [
  {
    name: "max",
    parameters: [parameter("value", intType, floatType, anyArray)],
    variadic: true,
    result: widestNumber,
    implementation: runtime("max"),
    flow: cleared,
    description: "The greatest of numbers and of arrays of them; nil of none",
  },
  {
    name: "min",
    parameters: [parameter("value", intType, floatType, anyArray)],
    variadic: true,
    result: widestNumber,
    implementation: runtime("min"),
    flow: cleared,
    description: "The least of numbers and of arrays of them; nil of none",
  },
  {
    name: "abs",
    parameters: [number],
    result: sameNumber,
    implementation: runtime("abs"),
    least: 0,
    flow: cleared,
    description: "The number without its sign",
  },
  {
    name: "ceil",
    parameters: [number],
    result: floatType,
    implementation: runtime("ceil"),
    description: "The nearest whole number above",
  },
  {
    name: "floor",
    parameters: [number],
    result: floatType,
    implementation: runtime("floor"),
    description: "The nearest whole number below",
  },
  {
    name: "round",
    parameters: [number],
    result: floatType,
    implementation: runtime("round"),
    description: "The nearest whole number; halves go away from zero",
  },
  {
    name: "mean",
    parameters: [parameter("value", intType, floatType, anyArray)],
    variadic: true,
    result: { kind: "any", hint: "float" },
    implementation: runtime("mean"),
    flow: cleared,
    description: "The average of numbers and of arrays of them; 0 of none",
  },
  {
    name: "median",
    parameters: [parameter("value", intType, floatType, anyArray)],
    variadic: true,
    result: { kind: "any", hint: "float" },
    implementation: runtime("median"),
    flow: cleared,
    description: "The middle one of numbers and of arrays of them; 0 of none",
  },
];
