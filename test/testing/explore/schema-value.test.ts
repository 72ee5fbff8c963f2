import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { misfitFinder } from "../../../compiler/testing/explore/schema-validator.ts";
import { schemaValues } from "../../../compiler/testing/explore/schema-value.ts";

const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { type: "string", minLength: 2, maxLength: 3 },
  pattern: { type: "string", pattern: "^[a-z]{2}-[0-9]+$" },
  choice: { enum: ["a", 1, null] },
  constant: { const: { a: 1 } },
  whole: { type: "integer", minimum: 3, maximum: 9 },
  beyond: { type: "integer", exclusiveMinimum: 3 },
  steps: { type: "integer", multipleOf: 5, minimum: 10, maximum: 40 },
  number: { type: "number", minimum: 0.5, maximum: 0.75 },
  several: { type: ["string", "null"] },
  list: { type: "array", items: { type: "boolean" }, minItems: 2, maxItems: 4 },
  unique: { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true },
  map: {
    type: "object",
    required: ["id", "other"],
    properties: { id: { type: "integer" }, name: { type: "string" } },
  },
  either: { oneOf: [{ type: "integer" }, { type: "string" }] },
  reference: {
    type: "object",
    required: ["next"],
    properties: { next: { $ref: "#/$defs/node" } },
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, n: { type: "integer" } } } },
  },
};

describe("values of a schema", () => {
  test.each(Object.entries(schemas))("%s: all fit", (_name, schema) => {
    const find = misfitFinder(schema);
    const values = fc.sample(schemaValues(schema), { numRuns: 100, seed: 1 });
    expect(values.filter((value) => find(value) !== undefined)).toEqual([]);
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan("const" in schema ? 0 : 1);
  });

  test("a pattern that JavaScript cannot read gives texts all the same", () => {
    expect(fc.sample(schemaValues({ type: "string", pattern: "(?P<n>a" }), { numRuns: 3, seed: 1 })).toHaveLength(3);
  });
});
