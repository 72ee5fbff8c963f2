import { anyType, boolType, floatType, intType, stringType } from "../value-type.ts";
import { defaultedType } from "./result-types.ts";
import { type FunctionSpec, parameter, runtime } from "./spec.ts";

const value = parameter("value", anyType);
const text = parameter("text", stringType);

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
    name: "toJSON",
    parameters: [value],
    result: stringType,
    implementation: runtime("toJSON"),
    description: "The value as indented JSON text with sorted keys",
  },
  {
    name: "fromJSON",
    parameters: [text],
    result: anyType,
    implementation: runtime("fromJSON"),
    description: "The value that a JSON text stands for",
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
    parameters: [parameter("value", intType, floatType, stringType)],
    result: intType,
    implementation: runtime("int"),
    description: "The value as a whole number; text must hold one",
  },
  {
    name: "float",
    parameters: [parameter("value", intType, floatType, stringType)],
    result: floatType,
    implementation: runtime("float"),
    description: "The value as a number; text must hold one",
  },
  {
    name: "type",
    parameters: [value],
    result: stringType,
    implementation: runtime("typeName"),
    takesKind: true,
    description:
      "The name of the value's type: nil, bool, int, float, string, array, map, or as in Go time.Time of a date",
  },
  {
    name: "toBase64",
    parameters: [text],
    result: stringType,
    implementation: runtime("toBase64"),
    description: "The text in base64",
  },
  {
    name: "fromBase64",
    parameters: [text],
    result: stringType,
    implementation: runtime("fromBase64"),
    description: "The text that base64 stands for",
  },
  {
    name: "quote",
    parameters: [value],
    result: stringType,
    implementation: runtime("quote"),
    description: "The text as one word of a POSIX shell",
  },
  {
    name: "urlencode",
    parameters: [parameter("value", stringType, intType, floatType, boolType)],
    result: stringType,
    implementation: runtime("urlencode"),
    description: "The text as one part of a URL",
  },
  {
    name: "default",
    parameters: [value, parameter("default", anyType)],
    result: defaultedType,
    implementation: runtime("defaultTo"),
    description: "The value, or the default where it is nil or empty text",
  },
];
