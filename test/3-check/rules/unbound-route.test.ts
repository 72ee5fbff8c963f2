import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const found = (routes: string, bound: string, other = "") =>
  reported(
    `settings:\n  targetActionId: a\n  apiServer:\n    routes: [${routes}]\n---\nactionId: a\nvalidations: { ${bound} }\nafter: set('x', 1)\n${other}`,
    "unbound-route",
  );
const note = '  6:11 the target "a" is bound to other requests';
const b = (bound: string) => `---\nactionId: b\nvalidations: { ${bound} }\nafter: set('y', 1)\n`;

describe("unbound-route", () => {
  test.each([
    [
      "{ path: /x, methods: [GET] }, { path: /y, methods: [GET] }",
      "routes: [/x]",
      "",
      '4:52 no resource answers "GET /y"',
    ],
    ["{ path: /x, methods: [GET, POST, PUT] }", "methods: [GET]", "", '4:22 no resource answers "POST, PUT /x"'],
    ["{ path: /x }, { path: /y }", "routes: [/x]", "", '4:36 no resource answers "/y"'],
    [
      "{ path: /x, methods: [GET, PUT] }",
      "methods: [GET]",
      b("routes: [/x], methods: [GET]"),
      '4:22 no resource answers "PUT /x"',
    ],
  ])("is reported for [%s] with %s %s", (routes, bound, other, message) => {
    expect(found(routes, bound, other)).toEqual([message, note]);
  });

  test.each([
    ["{ path: /x }, { path: /y }", "check: get('a') == 1", ""],
    ["{ path: /x, methods: [GET, PUT] }", "routes: [/x]", ""],
    ["{ path: /x, methods: [GET, PUT] }", "routes: [/x], methods: [GET]", b("methods: [PUT]")],
    ["{ path: /x, methods: [GET] }, { path: /y, methods: [GET] }", "routes: [/x]", b("routes: [/y]")],
  ])("is silent for [%s] with %s %s", (routes, bound, other) => {
    expect(found(routes, bound, other)).toEqual([]);
  });

  test("is silent where a wrong route or method is reported", () => {
    expect(found("{ path: /items }", "routes: [/itmes]")).toEqual([]);
    expect(found("{ path: /items, methods: [GET, POST] }", "routes: [/items], methods: [GET, PUT]")).toEqual([]);
  });
});
