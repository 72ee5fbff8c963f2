import { anyType, intType, stringType } from "../value-type.ts";
import { type FunctionSpec, optionalParameter, parameter, runtime } from "./spec.ts";

const text = parameter("text", stringType);

/** Functions of texts. */
export const stringFunctions: readonly FunctionSpec[] = [
  {
    name: "len",
    parameters: [parameter("value", anyType)],
    result: intType,
    implementation: runtime("len"),
    description: "Characters of a text, or elements of an array or map",
  },
  {
    name: "upper",
    parameters: [text],
    result: stringType,
    implementation: runtime("upper"),
    description: "The text in capitals",
  },
  {
    name: "lower",
    parameters: [text],
    result: stringType,
    implementation: runtime("lower"),
    description: "The text in small letters",
  },
  {
    name: "trim",
    parameters: [text, optionalParameter("characters", stringType)],
    result: stringType,
    implementation: runtime("trim"),
    description: "The text without white space, or these characters, at its ends",
  },
];
