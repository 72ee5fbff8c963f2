import { expect, test } from "vitest";
import { type FoundLinter, Linter } from "../../../compiler/languages/lint/linter.ts";
import { temporaryFolder } from "../../support/flowc.ts";

const about = { name: "Lint", purpose: "scripts", install: "get lint" };

/** A linter that says of each script what it is, and remembers what it was asked. */
function fake(key = "1"): FoundLinter & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    key,
    place: "/lint",
    version: () => key,
    ask: (_dialect, texts) => {
      asked.push(...texts);
      return texts.map((text) => [{ start: 0, end: text.length, rule: "L1", message: text }]);
    },
  };
}

const messages = (linter: Linter, ...texts: readonly string[]) =>
  [...(linter.ask("sh", texts, "/w") ?? [])].map(([text, found]) => `${text}: ${found.map(({ message }) => message)}`);

test("what was asked before is not asked again, in no later check", () => {
  using folder = temporaryFolder();
  const lint = fake();
  const newLinter = () => new Linter({ ...about, find: () => lint }, folder.path);
  expect(messages(newLinter(), "a", "b")).toEqual(["a: a", "b: b"]);
  const later = newLinter();
  expect(messages(later, "b", "c")).toEqual(["b: b", "c: c"]);
  expect(lint.asked).toEqual(["a", "b", "c"]);
  expect(later.use("/w")).toMatchObject({ asked: 2, known: 1, found: { version: "1", place: "/lint" } });
});

test("another version, or another language, is asked anew", () => {
  using folder = temporaryFolder();
  const [old, young] = [fake("1"), fake("2")];
  messages(new Linter({ ...about, find: () => old }, folder.path), "a");
  messages(new Linter({ ...about, find: () => young }, folder.path), "a");
  expect(young.asked).toEqual(["a"]);
  new Linter({ ...about, find: () => young }, folder.path).ask("bash", ["a"], "/w");
  expect(young.asked).toEqual(["a", "a"]);
});

test("where it is missing or does not answer, it says so once it was needed", () => {
  const missing = new Linter({ ...about, find: () => undefined }, undefined);
  expect(missing.notDone).toEqual([]);
  expect(missing.ask("sh", ["a"], "/w")).toBeUndefined();
  expect(missing.notDone).toEqual(["scripts: Lint is not installed (get lint)"]);
  const mute = new Linter({ ...about, find: () => ({ ...fake(), ask: () => undefined }) }, undefined);
  expect(mute.ask("sh", ["a"], "/w")).toBeUndefined();
  expect(mute.notDone).toEqual(["scripts: Lint did not answer"]);
});
