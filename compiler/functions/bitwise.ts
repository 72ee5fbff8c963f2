import { intType } from "../nouns/value-type.ts";
import { type FunctionSpec, parameter, runtime } from "./spec.ts";

const a = parameter("a", intType);
const b = parameter("b", intType);
const count = parameter("count", intType);

/** Functions of the bits of whole numbers, as Go computes them in 64 bits. */
export const bitwiseFunctions: readonly FunctionSpec[] = [
  {
    name: "bitand",
    parameters: [a, b],
    result: intType,
    implementation: runtime("bitand"),
    description: "The bits that both have",
  },
  {
    name: "bitor",
    parameters: [a, b],
    result: intType,
    implementation: runtime("bitor"),
    description: "The bits that either has",
  },
  {
    name: "bitxor",
    parameters: [a, b],
    result: intType,
    implementation: runtime("bitxor"),
    description: "The bits that one of them has",
  },
  {
    name: "bitnand",
    parameters: [a, b],
    result: intType,
    implementation: runtime("bitnand"),
    description: "The bits of the first that the second lacks",
  },
  {
    name: "bitnot",
    parameters: [a],
    result: intType,
    implementation: runtime("bitnot"),
    description: "All bits turned",
  },
  {
    name: "bitshl",
    parameters: [a, count],
    result: intType,
    implementation: runtime("bitshl"),
    description: "The bits moved to the left",
  },
  {
    name: "bitshr",
    parameters: [a, count],
    result: intType,
    implementation: runtime("bitshr"),
    description: "The bits moved to the right, keeping the sign",
  },
  {
    name: "bitushr",
    parameters: [a, count],
    result: intType,
    implementation: runtime("bitushr"),
    description: "The bits moved to the right, filled with zeros",
  },
];
