import { describe, expect, test } from "vitest";
import { nearest } from "../../compiler/spelling/nearest.ts";

describe("nearest", () => {
  test.each([
    ["fetsh", ["fetch", "report"], "fetch"],
    ["fecth", ["fetch"], "fetch"],
    ["Fetch", ["fetch"], "fetch"],
    ["requires", ["require"], "require"],
    ["x", ["y"], undefined],
    ["id", ["ip"], undefined],
    ["city", ["query"], undefined],
    ["title", ["file"], undefined],
    ["quary", ["query"], "query"],
    ["completely", ["different"], undefined],
    ["same", ["same"], undefined],
    ["rules", ["routes"], undefined],
    ["session", ["version"], undefined],
    ["desciptoin", ["description"], "description"],
    ["max_tokens", ["maxTokens"], "maxTokens"],
    ["fail-on-status", ["failOnStatus"], "failOnStatus"],
  ])("%s among %j is %s", (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });
});
