import { arrayOf, boolType, intType, stringType } from "../nouns/value-type.ts";
import { type FunctionSpec, firstOnly, optionalParameter, parameter, runtime } from "./spec.ts";

const text = parameter("text", stringType);
const count = optionalParameter("count", intType);

/** Functions of texts. */
export const stringFunctions: readonly FunctionSpec[] = [
  {
    name: "trim",
    parameters: [text, optionalParameter("characters", stringType)],
    result: stringType,
    implementation: runtime("trim"),
    lacks: "blanks at its ends",
    flow: firstOnly,
    description: "The text without white space, or these characters, at its ends",
  },
  {
    name: "trimPrefix",
    parameters: [text, optionalParameter("prefix", stringType)],
    result: stringType,
    implementation: runtime("trimPrefix"),
    flow: firstOnly,
    description: "The text without the prefix, one space by default",
  },
  {
    name: "trimSuffix",
    parameters: [text, optionalParameter("suffix", stringType)],
    result: stringType,
    implementation: runtime("trimSuffix"),
    flow: firstOnly,
    description: "The text without the suffix, one space by default",
  },
  {
    name: "upper",
    parameters: [text],
    result: stringType,
    implementation: runtime("upper"),
    lacks: "small letters",
    description: "The text in capitals",
  },
  {
    name: "lower",
    parameters: [text],
    result: stringType,
    implementation: runtime("lower"),
    lacks: "capitals",
    description: "The text in small letters",
  },
  {
    name: "split",
    parameters: [text, parameter("delimiter", stringType), count],
    result: arrayOf(stringType),
    implementation: runtime("split"),
    flow: firstOnly,
    description: "The parts between delimiters, at most `count` of them; characters for an empty delimiter",
  },
  {
    name: "splitAfter",
    parameters: [text, parameter("delimiter", stringType), count],
    result: arrayOf(stringType),
    implementation: runtime("splitAfter"),
    flow: firstOnly,
    description: "The parts, each with the delimiter after it",
  },
  {
    name: "replace",
    parameters: [text, parameter("old", stringType), parameter("new", stringType), count],
    result: stringType,
    implementation: runtime("replace"),
    flow: { from: [0, 2] },
    assembles: "replaced",
    mayGrow: true,
    description: "The text with all, or the first `count`, occurrences replaced",
  },
  {
    name: "repeat",
    parameters: [text, parameter("count", intType)],
    result: stringType,
    implementation: runtime("repeat"),
    mayGrow: true,
    description: "The text so many times, up to 64 MiB",
  },
  {
    name: "indexOf",
    parameters: [text, parameter("part", stringType)],
    result: intType,
    implementation: runtime("indexOf"),
    least: -1,
    description: "Where the part first occurs, counted in characters from 0, or -1",
  },
  {
    name: "lastIndexOf",
    parameters: [text, parameter("part", stringType)],
    result: intType,
    implementation: runtime("lastIndexOf"),
    least: -1,
    description: "Where the part last occurs, or -1",
  },
  {
    name: "hasPrefix",
    parameters: [text, parameter("prefix", stringType)],
    result: boolType,
    implementation: runtime("hasPrefix"),
    description: "Whether the text begins so",
  },
  {
    name: "hasSuffix",
    parameters: [text, parameter("suffix", stringType)],
    result: boolType,
    implementation: runtime("hasSuffix"),
    description: "Whether the text ends so",
  },
];
