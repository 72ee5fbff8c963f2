import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listed } from "../../compiler/functions/listed.ts";
import { methods } from "../../compiler/functions/methods.ts";
import { functions } from "../../compiler/functions/table.ts";

test("editors are told every function and every method, with the type that has it", () => {
  const all = listed();
  expect(all.filter(({ of }) => of === undefined).map(({ name }) => name)).toEqual(functions.map(({ name }) => name));
  for (const [kind, specs] of methods) {
    expect(all.filter(({ of }) => of === kind).map(({ name }) => name)).toEqual([...specs.keys()]);
  }
  expect(all).toContainEqual({
    name: "AddDate",
    of: "date",
    signature: "AddDate(int, int, int)",
    description: "Gives a date, as in Go's package time",
  });
});

test("what was built is the same", () => {
  expect(JSON.parse(readFileSync("dist/functions.json", "utf8"))).toEqual(listed());
});
