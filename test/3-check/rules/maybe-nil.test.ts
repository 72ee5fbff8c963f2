import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const settings = (routes: string) =>
  `settings: { targetActionId: out, timeout: 1m, apiServer: { routes: [${routes}] } }\nresources:`;
const two = settings("{ path: /a, methods: [GET, POST] }, { path: /b, methods: [GET] }");

/** Line 3 reads `load`, which line 4 binds. */
function reading(reader: string, read: string, head = two): readonly string[] {
  const bound = (validations: string) => (validations === "" ? "" : `validations: { ${validations} }, `);
  return reported(
    `${head}
  - { actionId: out, ${bound(reader)}requires: [load], apiResponse: { response: "{{ get('load') + '!' }}" } }
  - { actionId: load, ${bound(read)}exec: { command: ls } }
  - { actionId: other, validations: { routes: [/b] }, apiResponse: { response: 1 } }
`,
    "maybe-nil",
  );
}

describe("maybe-nil of resources that are bound to routes", () => {
  test.each([
    ["the same route", "routes: [/a]", "routes: [/a]"],
    ["the same in another order", "routes: [/a, /b]", "routes: [/b, /a]"],
    ["more routes", "routes: [/a]", "routes: [/a, /b]"],
    ["more methods", "routes: [/a], methods: [GET]", "routes: [/a], methods: [POST, GET]"],
    ["all methods", "routes: [/a], methods: [GET]", "routes: [/a]"],
    ["all that the route has", "routes: [/b]", "routes: [/b], methods: [GET]"],
    ["no route", "routes: [/a]", ""],
    ["all routes there are", "", "routes: [/a, /b]"],
  ])("is silent where what is read is bound to %s", (_what, reader, read) => {
    expect(reading(reader, read)).toEqual([]);
  });

  test.each([
    ["another route", "routes: [/a]", "routes: [/b]"],
    ["fewer routes", "routes: [/a, /b]", "routes: [/a]"],
    ["fewer methods", "routes: [/a]", "routes: [/a], methods: [GET]"],
    ["one of those there are", "", "routes: [/a]"],
  ])("is reported where it is bound to %s", (_what, reader, read) => {
    expect(reading(reader, read)).toEqual([
      expect.stringMatching(/^3:\d+ this value may be nil: "load" can be skipped, or go on without a result/),
    ]);
  });

  test.each([
    ["skipped", "routes: [/a], skip: \"get('n') == 1\""],
    ["skipped alone", "skip: \"get('n') == 1\""],
  ])("is reported where it can be %s", (_what, read) => {
    expect(reading("routes: [/a]", read)).toHaveLength(1);
  });

  test("holds for what they store, and for what their checks have asked", () => {
    const bound = (routes: string, validations = "") =>
      reported(
        `${two}
  - actionId: out
    validations: { routes: [/a] }
    requires: [load]
    apiResponse: { response: "{{ get('n') + len(get('file')) }}" }
  - actionId: load
    validations: { routes: [${routes}]${validations} }
    before: set('n', 1)
  - { actionId: other, validations: { routes: [/b] }, apiResponse: { response: 1 } }
`,
        "maybe-nil",
      );
    expect(bound("/a", ", check: \"get('file') != nil\"")).toEqual([]);
    expect(bound("/a")).toEqual(["6:49 this value may be nil: a file need not be given, which fails here"]);
    expect(bound("/b", ", check: \"get('file') != nil\"")).toEqual([
      "6:34 this value may be nil, which fails here",
      "6:49 this value may be nil: a file need not be given, which fails here",
    ]);
  });

  test("is silent of a file that must be given", () => {
    const text = (validations: string) =>
      `settings: { targetActionId: out }\nactionId: out\n`.replace("actionId", "resources:\n  - actionId") +
      `    ${validations}\n    apiResponse: { response: "{{ len(get('file')) + len(get('file', 'filepath')) }}" }\n`;
    expect(reported(text("validations: { required: [file] }"), "maybe-nil")).toEqual([]);
    expect(reported(text("validations: { required: [other] }"), "maybe-nil")).toHaveLength(2);
  });
});

test("what was asked for upstream is known once, however many ways lead there", () => {
  const step = (index: number) => `
  - actionId: step${index}
    requires: [${[index - 1, index - 2].filter((before) => before >= 0).map((before) => `step${before}`)}]
    validations: { check: "get('limit') != nil" }
    apiResponse: { response: "{{ get('limit') + '!' }}" }`;
  const steps = Array.from({ length: 80 }, (_, index) => step(index)).join("");
  const text = `settings: { targetActionId: step79, inputs: { limit: { type: string } } }\nresources:${steps}\n`;
  expect(reported(text, "maybe-nil")).toEqual([]);
});
