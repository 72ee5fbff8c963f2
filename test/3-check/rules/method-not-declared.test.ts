import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const routes = "{ path: /x, methods: [GET, PUT] }, { path: /y, methods: [POST] }";
const found = (bound: string, declared = routes) =>
  reported(
    `settings:\n  targetActionId: a\n  apiServer:\n    routes: [${declared}]\n---\nactionId: a\nvalidations: { ${bound} }\nafter: set('x', 1)\n`,
    "method-not-declared",
  );
const message = (method: string) => `"a" is bound to the method "${method}", which none of its routes declares`;

describe("method-not-declared", () => {
  test.each([
    ["routes: [/x], methods: [POST]", ["POST", 40], ['  4:22 "/x" has GET, PUT']],
    ["routes: [/x], methods: [GET, DELETE]", ["DELETE", 45], ['  4:22 "/x" has GET, PUT']],
    ["methods: [DELETE]", ["DELETE", 26], ['  4:22 "/x" has GET, PUT', '  4:57 "/y" has POST']],
  ])("is reported for %s", (bound, [method, column], notes) => {
    expect(found(bound)).toEqual([`7:${column} ${message(String(method))}`, ...notes]);
  });

  test.each([
    "routes: [/x], methods: [GET]",
    "routes: [/x, /y], methods: [POST]",
    "methods: [POST]",
    "routes: [/x]",
    "routes: [/unknown], methods: [POST]",
  ])("is silent for %s", (bound) => {
    expect(found(bound)).toEqual([]);
  });

  test("is silent where the route names no method", () => {
    expect(found("routes: [/x], methods: [POST]", "{ path: /x }")).toEqual([]);
  });
});
