import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const found = (...routes: readonly string[]) =>
  reported(
    `settings:\n  targetActionId: a\n  apiServer:\n    routes:\n${routes.map((route) => `      - ${route}\n`).join("")}---\nactionId: a\nafter: set('x', 1)\n`,
    "duplicate-route",
  );

describe("duplicate-route", () => {
  test.each([
    [
      ["{ path: /x, methods: [GET] }", "{ path: /x, methods: [POST, GET] }"],
      ['6:37 the route "GET /x" is declared twice', "  5:31 declared here first"],
    ],
    [
      ["{ path: /x, methods: [GET, GET] }"],
      ['5:36 the route "GET /x" is declared twice', "  5:31 declared here first"],
    ],
    [
      ["{ path: /x }", "{ path: /x }"],
      ['6:17 the route "/x" is declared twice', "  5:17 declared here first"],
    ],
    [
      ["{ path: /x }", "{ path: /x, methods: [PUT] }"],
      ['6:31 the route "PUT /x" is declared twice', "  5:17 declared here first"],
    ],
    [
      ["{ path: /x, methods: [PUT] }", "{ path: /x }"],
      ['6:17 the route "/x" is declared twice', "  5:31 declared here first"],
    ],
    [
      ["{ path: /x, methods: [GET, PUT] }", "{ path: /x, methods: [GET, PUT] }"],
      [
        '6:31 the routes "GET /x", "PUT /x" are declared twice',
        "  5:31 declared here first",
        "  5:36 declared here first",
      ],
    ],
    [
      ['{ path: "/x/:id", methods: [GET] }', '{ path: "/x/:name", methods: [GET] }'],
      ['6:39 the route "GET /x/:name" is declared twice', "  5:37 declared here first"],
    ],
  ])("is reported for %j", (routes, expected) => {
    expect(found(...routes)).toEqual(expected);
  });

  test.each([
    [["{ path: /x, methods: [GET] }", "{ path: /x, methods: [POST] }"]],
    [["{ path: /x, methods: [GET] }", "{ path: /xy, methods: [GET] }"]],
    [["{ path: /x }", "{ path: /y }"]],
    [['{ path: "/x/:id" }', '{ path: "/x/:id/y" }']],
  ])("is silent for %j", (routes) => {
    expect(found(...routes)).toEqual([]);
  });
});
