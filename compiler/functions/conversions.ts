import { anyType, floatType, intType, stringType } from "../value-type.ts";
import { type FunctionSpec, parameter, runtime } from "./spec.ts";

const value = parameter("value", anyType);

/** Conversions, JSON and quoting: Expr's own and flowc's. */
export const conversionFunctions: readonly FunctionSpec[] = [
  {
    name: "json",
    parameters: [value],
    result: stringType,
    implementation: runtime("json"),
    description: "The value as compact JSON text",
  },
  {
    name: "quote",
    parameters: [value],
    result: stringType,
    implementation: runtime("quote"),
    description: "The text as one word of a POSIX shell",
  },
  {
    name: "default",
    parameters: [value, parameter("default", anyType)],
    result: anyType,
    implementation: runtime("defaultTo"),
    description: "The value, or the default where it is nil or empty text",
  },
  {
    name: "string",
    parameters: [value],
    result: stringType,
    implementation: runtime("toText"),
    description: "The value as text, as Go prints it",
  },
  {
    name: "int",
    parameters: [value],
    result: intType,
    implementation: runtime("int"),
    description: "The value as a whole number; text must hold one",
  },
  {
    name: "float",
    parameters: [value],
    result: floatType,
    implementation: runtime("float"),
    description: "The value as a number; text must hold one",
  },
  {
    name: "toJSON",
    parameters: [value],
    result: stringType,
    implementation: runtime("toJSON"),
    description: "The value as indented JSON text",
  },
  {
    name: "fromJSON",
    parameters: [parameter("text", stringType)],
    result: anyType,
    implementation: runtime("fromJSON"),
    description: "The value that a JSON text stands for",
  },
];
