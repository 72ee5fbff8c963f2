import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";

const found = (path: string) =>
  checkText(`metadata: { name: test }
settings:
  targetActionId: a
  timeout: 1m
  apiServer: { routes: [{ path: ${JSON.stringify(path)} }] }
resources: [{ actionId: a, apiResponse: { response: x } }]
`).diagnostics.map(({ message, help }) => `${message} (${help})`);

describe("the path of a route", () => {
  test.each(["/", "/a", "/a/", "/a/:id/b", "/:_x1", "/a%20b", "/v1.2/a-b_c~"])("%s", (path) => {
    expect(found(path)).toEqual([]);
  });

  test.each(["a", "//a", "/a/*", "/:id?", "/:id{[0-9]+}", "/:1", "/a?b=c", "/a b", "/a:b*"])("%s is none", (path) => {
    expect(found(path)).toEqual([
      `"${path}" is not allowed in "routes.path" (a path starts with a slash; a segment :name is a parameter; there are no other patterns)`,
    ]);
  });
});
