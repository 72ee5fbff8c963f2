import { describe, expect, test } from "vitest";
import { reported } from "../support/reported.ts";

/** What is said of `get('<name>')` beside a resource and a stored name. */
function reading(name: string, resource: string, stored: string): readonly string[] {
  return reported(
    `settings: { targetActionId: out }
resources:
  - { actionId: ${resource}, before: "set('${stored}', 1)" }
  - { actionId: out, requires: [${resource}], apiResponse: { response: "{{ [get('${name}')] }}" } }
`,
    "unknown-name",
  );
}

describe("a name that is nearly another", () => {
  test.each([
    ["filter", "filer", "filters"],
    ["files", "file-list", "file"],
    ["header", "headers", "head"],
    ["reader", "loaders", "readers"],
    ["host", "post", "hosts"],
    ["port", "post", "sort"],
    ["format", "fformatt", "formats"],
    ["userId", "user_id", "userIds"],
    ["cty", "city", "cry"],
  ])("is a word of its own: %s beside %s and %s", (name, resource, stored) => {
    expect(reading(name, resource, stored)).toEqual([]);
  });

  test.each([
    ["soruce", "source"],
    ["responses2", "responses"],
    ["adress", "address"],
    ["userid", "userId"],
    ["headrs", "headers"],
  ])("is a slip where both are longer than five letters and one edit apart: %s for %s", (name, near) => {
    const resource = near === "headers" ? "other" : near;
    expect(reading(name, resource, "unlike")).toEqual([
      expect.stringMatching(new RegExp(`^4:\\d+ "${name}" is read as an input, but looks like "${near}"$`)),
    ]);
  });
});
