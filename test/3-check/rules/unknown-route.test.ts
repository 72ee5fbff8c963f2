import { describe, expect, test } from "vitest";
import { checkText } from "../../support/check-text.ts";
import { reported } from "../../support/reported.ts";

const text = (routes: string, bound: string) =>
  `settings: { targetActionId: a, timeout: 1m, apiServerMode: true, apiServer: { routes: [${routes}] } }\n---\nactionId: a\nvalidations: { routes: [${bound}] }\nexec: { command: ls }\n`;
const found = (routes: string, bound: string) => reported(text(routes, bound), "unknown-route");
const message = (path: string) =>
  `"a" is bound to the route "${path}", which settings.apiServer.routes does not declare`;

describe("unknown-route", () => {
  test.each([
    ["{ path: /items }", "/item", 25],
    ["{ path: /items }", "/items, /other", 33],
    ["{ path: /items, methods: [GET] }", "/Items", 25],
    ["", "/items", 25],
  ])("is reported for [%s] bound to %s", (routes, bound, column) => {
    expect(found(routes, bound)).toEqual([`4:${column} ${message(bound.split(", ").at(-1) ?? "")}`]);
  });

  test("names the nearest, else all", () => {
    const help = (bound: string) =>
      checkText(text("{ path: /items }", bound)).diagnostics.find(({ code }) => code === "unknown-route");
    expect(help("/item")?.help).toBe('did you mean "/items"?');
    expect(help("/far-away")?.help).toBe('declared: "/items"');
  });

  test.each([
    ["{ path: /items }", "/items"],
    ["{ path: /items }, { path: /users/:id }", "/users/:id, /items"],
    ["{ path: /items }", ""],
  ])("is silent for [%s] bound to [%s]", (routes, bound) => {
    expect(found(routes, bound)).toEqual([]);
  });

  test("is silent without a server", () => {
    const plain =
      "settings: { targetActionId: a }\n---\nactionId: a\nvalidations: { routes: [/x] }\nafter: set('x', 1)\n";
    expect(reported(plain, "unknown-route")).toEqual([]);
  });
});
