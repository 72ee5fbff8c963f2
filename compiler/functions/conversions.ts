import { anyType, boolType, floatType, intType, stringType, textOf } from "../nouns/value-type.ts";
import { defaultedType } from "./result-types.ts";
import { cleared, type FunctionSpec, kept, parameter, runtime } from "./spec.ts";

const value = parameter("value", anyType);
const text = parameter("text", stringType);

const lettersAndDigits = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a];

/** All that `type` gives. */
const typeNames = ["nil", "bool", "int", "float", "string", "array", "map"].concat(
  ["Time", "Duration", "Month", "Weekday", "Location"].map((name) => `time.${name}`),
);

/** Conversions, JSON and quoting: Expr's own and flowc's. */
export const conversionFunctions: readonly FunctionSpec[] = [
  {
    name: "json",
    parameters: [value],
    result: stringType,
    implementation: runtime("json"),
    flow: { form: "json", chars: [0x20, 0x10ffff] },
    neverFails: true,
    description: "The value as compact JSON text",
  },
  {
    name: "toJSON",
    parameters: [value],
    result: stringType,
    implementation: runtime("toJSON"),
    flow: { form: "json" },
    description: "The value as indented JSON text with sorted keys",
  },
  {
    name: "fromJSON",
    parameters: [text],
    result: anyType,
    implementation: runtime("fromJSON"),
    flow: { decodes: true },
    description: "The value that a JSON text stands for",
  },
  {
    name: "string",
    parameters: [value],
    result: stringType,
    implementation: runtime("toText"),
    flow: kept,
    relation: "same",
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
    result: textOf(typeNames),
    implementation: runtime("typeName"),
    flow: cleared,
    takesKind: true,
    neverFails: true,
    relation: "type",
    description:
      "The name of the value's type: nil, bool, int, float, string, array, map, or as in Go time.Time of a date",
  },
  {
    name: "toBase64",
    parameters: [text],
    result: stringType,
    implementation: runtime("toBase64"),
    // The "=" of base64 stands at its end, where it means nothing to anybody.
    flow: { chars: [...lettersAndDigits, 0x2b, 0x2b, 0x2f, 0x2f] },
    description: "The text in base64",
  },
  {
    name: "fromBase64",
    parameters: [text],
    result: stringType,
    implementation: runtime("fromBase64"),
    flow: { decodes: true },
    description: "The text that base64 stands for",
  },
  {
    name: "quote",
    parameters: [value],
    result: stringType,
    implementation: runtime("quote"),
    flow: { form: "word" },
    description: "The text as one word of a POSIX shell",
  },
  {
    name: "urlencode",
    parameters: [parameter("value", stringType, intType, floatType, boolType)],
    result: stringType,
    implementation: runtime("urlencode"),
    // What is not a letter, a digit or one of - . _ ~ becomes %XX.
    flow: { chars: [...lettersAndDigits, 0x25, 0x25, 0x2d, 0x2e, 0x5f, 0x5f] },
    description:
      "The text as one part of a URL. A request whose path would have `.` or `..` for a part fails (validation)",
  },
  {
    name: "default",
    parameters: [value, parameter("default", anyType)],
    result: defaultedType,
    implementation: runtime("defaultTo"),
    handlesNil: true,
    neverFails: true,
    relation: "same",
    flow: { ...kept, whole: true },
    description: "The value, or the default where it is nil or empty text",
  },
];
