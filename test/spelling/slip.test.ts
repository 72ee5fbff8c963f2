import { describe, expect, test } from "vitest";
import { isSlip } from "../../compiler/spelling/slip.ts";

describe("a slip", () => {
  test.each([
    ["a letter twice", "buiild", "build"],
    ["a letter that is missing", "buld", "build"],
    ["two letters swapped", "frist", "first"],
    ["the first two swapped", "ubild", "build"],
    ["a letter beside the right one", "comnand", "command"],
    ["another case", "Build", "build"],
    ["other separators", "fetch_data", "fetch-data"],
    ["words parted otherwise", "status_code", "statusCode"],
  ])("%s", (_what, name, known) => {
    expect(isSlip(name, known, "named")).toBe(true);
  });

  test.each([
    ["port", "post"],
    ["session", "version"],
    ["rules", "routes"],
    ["render", "reader"],
    ["build1", "build2"],
    ["step", "step2"],
    ["order", "orders"],
    ["orders", "order"],
    ["production", "prediction"],
    ["cat", "car"],
  ])("not %s for %s", (name, known) => {
    expect(isSlip(name, known, "named")).toBe(false);
  });

  test("among fixed words a plural is one, and any letter of a longer word", () => {
    expect(isSlip("require", "requires", "fixed")).toBe(true);
    expect(isSlip("commard", "command", "fixed")).toBe(true);
    expect(isSlip("port", "post", "fixed")).toBe(false);
    expect(isSlip("session", "version", "fixed")).toBe(false);
  });
});
