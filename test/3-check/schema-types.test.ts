import { expect, test } from "vitest";
import { schemaType } from "../../compiler/3-check/resolve/schema-type.ts";

const name = { type: "string" };

test("names that a closed schema does not mention are none of its fields", () => {
  const schema = { type: "object", required: ["name"], properties: { name } };
  const fields = { name: { kind: "string" } };
  expect(schemaType(schema)).toEqual({ kind: "map", fields, open: true });
  expect(schemaType(schema, "closed")).toEqual({ kind: "map", fields, open: false });
  for (const more of [{ additionalProperties: true }, { patternProperties: {} }, { allOf: [{}] }]) {
    expect(schemaType({ ...schema, ...more }, "closed")).toMatchObject({ open: true });
  }
});

test("references are followed in the schema, and back to themselves once", () => {
  const user = { type: "object", required: ["name", "friend"], properties: { name, friend: { $ref: "#/$defs/a~1b" } } };
  expect(schemaType({ $ref: "#/$defs/a~1b", $defs: { "a/b": user } })).toMatchObject({
    kind: "map",
    fields: { name: { kind: "string" }, friend: { kind: "any" } },
  });
  expect(schemaType({ $ref: "other.json#/x" })).toEqual({ kind: "any" });
  expect(schemaType({ $ref: "#/$defs/%zz" })).toEqual({ kind: "any" });
});

test("what refers to each other in very many ways is typed up to a point", () => {
  const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
  const properties = Object.fromEntries(names.map((id) => [id, { $ref: `#/$defs/${id}` }]));
  const all = Object.fromEntries(names.map((id) => [id, { type: "object", required: names, properties }]));
  expect(schemaType({ type: "object", required: names, properties, $defs: all }).kind).toBe("map");
});
