import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codes } from "../../compiler/nouns/codes.ts";
import { root } from "../support/flowc.ts";

// Tests are as easy to find as code, and every one runs in CI.

test("what stands in test/3-check/rules is named after a code or the file of a rule", () => {
  const names = readdirSync(join(root, "test", "3-check", "rules")).map((name) =>
    name.replace(/\.(?:test|twin)\.ts$/, ""),
  );
  const strangers = names.filter(
    (name) => !Object.hasOwn(codes, name) && !existsSync(join(root, "compiler", "3-check", "rules", `${name}.ts`)),
  );
  expect(strangers).toEqual([]);
});

test("a test that is named after a code stands there", () => {
  const all = readdirSync(join(root, "test", "3-check"), { recursive: true, encoding: "utf8" });
  const elsewhere = all.filter((path) => {
    const [, folder = "", name = ""] = /^(.*?)([^\\/]+)\.(?:test|twin)\.ts$/.exec(path) ?? [];
    return Object.hasOwn(codes, name) && folder !== join("rules", "/");
  });
  expect(elsewhere).toEqual([]);
});

test("CI runs both suites", () => {
  const script = readFileSync(join(root, ".ci", "run"), "utf8");
  expect(script).toMatch(/^npm test$/m);
  expect(script).toMatch(/^npm run test:long$/m);
});
