import { describe, expect, it } from "vitest";
import { findFunction, functions, signature } from "../../compiler/functions/table.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapOf,
  mapType,
  nilType,
  optional,
  stringType,
  typeName,
  type ValueType,
} from "../../compiler/nouns/value-type.ts";
import * as runtime from "../../runtime-lib/index.ts";

describe("the table of functions", () => {
  it("names each function once", () => {
    const names = functions.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has an exported runtime function for each line that names one", () => {
    const missing = functions.flatMap(({ implementation }) =>
      implementation.kind === "runtime" && typeof Reflect.get(runtime, implementation.name) !== "function"
        ? [implementation.name]
        : [],
    );
    expect(missing).toEqual([]);
  });

  it("puts optional parameters last, and gives each parameter types", () => {
    for (const spec of functions) {
      const flags = spec.parameters.map((parameter) => parameter.optional === true);
      expect(flags, spec.name).toEqual(flags.toSorted((left, right) => Number(left) - Number(right)));
      for (const { types } of spec.parameters) expect(types, spec.name).not.toHaveLength(0);
    }
  });

  it("writes signatures", () => {
    expect(signature(specOf("replace"))).toBe("replace(text, old, new, [count])");
    expect(signature(specOf("max"))).toBe("max(value, …)");
  });
});

describe("types of results", () => {
  const strings = arrayOf(stringType);
  const person = mapOf({ name: stringType, city: stringType });

  it.each<[string, readonly ValueType[], string]>([
    ["upper", [anyType], "string"],
    ["split", [anyType, anyType], "array<string>"],
    ["max", [intType, intType], "int"],
    ["max", [intType, floatType], "float"],
    ["min", [optional(intType), intType], "any"],
    ["min", [arrayOf(intType)], "any"],
    ["max", [boolType], "any"],
    ["abs", [intType], "int"],
    ["abs", [floatType], "float"],
    ["abs", [anyType], "any"],
    ["round", [intType], "float"],
    ["mean", [anyType], "any"],
    ["first", [strings], "string or nil"],
    ["last", [anyType], "any"],
    ["first", [stringType], "any"],
    ["sort", [strings], "array<string>"],
    ["sort", [anyType], "array<any>"],
    ["reverse", [optional(strings)], "array<string>"],
    ["take", [strings, intType], "array<string>"],
    ["uniq", [arrayOf(person)], "array<map>"],
    ["concat", [strings, strings], "array<string>"],
    ["concat", [strings, arrayOf(intType)], "array<any>"],
    ["concat", [strings, arrayOf(optional(stringType))], "array<string or nil>"],
    ["concat", [arrayOf(strings), arrayOf(arrayOf(intType))], "array<array<any>>"],
    ["flatten", [arrayOf(strings)], "array<any>"],
    ["keys", [person], "array<string>"],
    ["keys", [mapType], "array<any>"],
    ["values", [person], "array<string>"],
    ["values", [mapOf({ name: stringType, age: intType })], "array<any>"],
    ["values", [mapOf({})], "array<any>"],
    ["values", [anyType], "array<any>"],
    ["toPairs", [person], "array<array<any>>"],
    ["fromPairs", [anyType], "map"],
    ["type", [anyType], "string"],
    ["default", [optional(stringType), stringType], "string"],
    ["default", [optional(stringType), intType], "any"],
    ["default", [nilType, intType], "int"],
    ["default", [stringType, nilType], "string or nil"],
    ["default", [anyType, intType], "any"],
    ["bitshl", [anyType, anyType], "int"],
  ])("%s of %j is %s", (name, given, expected) => {
    const { result } = specOf(name);
    expect(typeName(typeof result === "function" ? result(given) : result)).toBe(expected);
  });

  it("lose the fields of maps that differ", () => {
    const { result } = specOf("concat");
    const joined = typeof result === "function" ? result([arrayOf(person), arrayOf(mapOf({ a: intType }))]) : result;
    expect(joined).toEqual(arrayOf(mapType));
  });
});

function specOf(name: string) {
  const spec = findFunction(name);
  if (spec === undefined) throw new Error(`no function ${name}`);
  return spec;
}
