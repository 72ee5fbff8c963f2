import { describe, expect, test } from "vitest";
import type { DevInput } from "../../../compiler/page/dev-data.ts";
import {
  choiceText,
  fieldKind,
  formValues,
  parametersOf,
  requestText,
} from "../../../compiler/page/model/form-values.ts";

const input = (name: string, schema: DevInput["schema"], required = false): DevInput => ({ name, schema, required });

describe("the values of a form", () => {
  test.each([
    [{}, "text"],
    [{ type: "string" }, "text"],
    [{ type: "integer" }, "number"],
    [{ type: "number" }, "number"],
    [{ type: "boolean" }, "truth"],
    [{ type: "array" }, "json"],
    [{ type: "object" }, "json"],
    [{ type: "string", enum: ["a"] }, "choice"],
  ])("a schema %j asks for %s", (schema, kind) => expect(fieldKind(input("x", schema))).toBe(kind));

  test("are of the types that the schemas ask for; what is empty is not given", () => {
    const inputs = [
      input("text", {}),
      input("count", { type: "integer" }),
      input("flag", { type: "boolean" }),
      input("list", { type: "array" }),
      input("level", { enum: [1, "two"] }),
      input("left", { type: "integer" }),
      input("__proto__", {}),
    ];
    const filled = new Map([
      ["text", "12"],
      ["count", "12"],
      ["flag", "false"],
      ["list", "[1]"],
      ["level", "1"],
      ["__proto__", "own"],
    ]);
    const { inputs: values, problems } = formValues(inputs, filled);
    expect([...problems]).toEqual([]);
    expect(JSON.stringify(values)).toBe('{"text":"12","count":12,"flag":false,"list":[1],"level":1,"__proto__":"own"}');
  });

  test("says what is missing and what is not JSON, unless there is a default", () => {
    const inputs = [input("a", {}, true), input("b", { type: "object" }), input("c", { default: 1 }, true)];
    const { problems } = formValues(inputs, new Map([["b", "{"]]));
    expect([...problems]).toEqual([
      ["a", "fill this in"],
      ["b", "write JSON here"],
    ]);
  });

  test("choices are shown as texts, or as JSON", () => {
    expect(["a", 1, null].map(choiceText)).toEqual(["a", "1", "null"]);
  });
});

describe("the request of a form", () => {
  test("fills in the parameters, so that they stay one part of the path", () => {
    expect(parametersOf("/a/:id/:name")).toEqual(["id", "name"]);
    const route = { method: "GET", path: "/a/:id/:name" };
    expect(
      requestText(
        route,
        new Map([
          ["id", "x/y"],
          ["name", "ä b"],
        ]),
        "?lang=en",
      ),
    ).toBe("GET /a/x%2Fy/%C3%A4%20b?lang=en");
  });
});
