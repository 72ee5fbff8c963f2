import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

/** A value of the request that is stored under so many names, one after the other, before it is in a script. */
function chain(length: number): string {
  const stores = Array.from({ length }, (_, index) =>
    index === 0 ? "set('n0', get('body').n)" : `set('n${index}', get('n${index - 1}'))`,
  );
  const before = stores.map((store) => `  - ${store}\n`).join("");
  return `settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nbefore:\n${before}exec: { command: "echo {{ get('n${length - 1}') }}" }\n`;
}

/** Without the notes below them. */
const found = (length: number, code: string) => reported(chain(length), code).filter((line) => !line.startsWith(" "));

describe("not-followed", () => {
  test("a value over more steps than are followed is reported once", () => {
    expect(found(105, "not-followed")).toHaveLength(1);
    expect(found(105, "shell-injection")).toEqual([]);
  });

  test("a shorter way is followed", () => {
    expect(found(20, "not-followed")).toEqual([]);
    expect(found(20, "shell-injection")).toHaveLength(1);
  });

  test("of many sources the first is reported, and not that there are more", () => {
    const values = Array.from({ length: 70 }, (_, index) => `get('n${index}')`).join(" + ");
    const text = `settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nexec: { command: "echo {{ ${values} }}" }\n`;
    const lines = (code: string) => reported(text, code).filter((line) => !line.startsWith(" "));
    expect(lines("shell-injection")).toEqual([expect.stringContaining('the input "n0"')]);
    expect(lines("not-followed")).toEqual([]);
  });
});
