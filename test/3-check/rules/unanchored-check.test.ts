import { describe, expect, test } from "vitest";
import { mended, reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const text = (check: string, command: string) =>
  `${head}actionId: a\nvalidations:\n  check:\n    - ${check}\nexec:\n  command: |\n    ${command}\n`;
const reaching = "echo {{ get('body').n }}";
const found = (check: string, command = reaching) => reported(text(check, command), "unanchored-check");

describe("unanchored-check", () => {
  test.each([
    ["[a-z]+", "is not anchored", "x", "^[a-z]+$"],
    ["^[a-z]+", "is not anchored at the end", "a; rm -rf ~", "^[a-z]+$"],
    ["[a-z]+$", "is not anchored at the start", "; rm -rf ~a", "^[a-z]+$"],
    ["^a|b$", "anchors only some of its alternatives", "a; rm -rf ~", "^(?:a|b)$"],
    ["(?m)^[a-z]+$", "is not anchored", "a\\n; rm -rf ~", "^(?:(?m)^[a-z]+)$"],
    ["^v[0-9]{1,3}", "is not anchored at the end", "v0; rm -rf ~", "^v[0-9]{1,3}$"],
  ])("of %s on the way to a shell", (pattern, what, through, whole) => {
    const check = `get('body').n matches '${pattern}'`;
    const [only, note] = found(check);
    expect(only?.startsWith(`6:29 the pattern "${pattern}" ${what}: `)).toBe(true);
    expect(only).toMatch(/ passes too$/);
    if (through !== "x") expect(only).toContain(`"${through}" passes too`);
    expect(note).toBe('  9:13 "a" relies on it here');
    const fixed = mended(text(check, reaching), "unanchored-check");
    expect(fixed).toBe(text(`get('body').n matches '${whole}'`, reaching));
    expect(reported(fixed, "shell-injection")).toEqual([]);
  });

  test.each([
    ["get('body').n matches '^[a-z0-9_-]+'", "is not anchored at the end"],
    ["get('n') matches '[a-z0-9]*$'", "is not anchored at the start"],
    ["get('query').n matches '^a$|b'", "anchors only some of its alternatives"],
    ["get('file', 'filepath') matches '^/data/[a-z]+'", "is not anchored at the end"],
  ])("wherever the whole is meant: %s", (check, what) => {
    expect(found(check, "ls")[0]).toContain(what);
  });

  test.each([
    ["anchored", "get('body').n matches '^[a-z]+$'", reaching],
    ["anchored in each alternative", "get('body').n matches '^a$|^b$'", reaching],
    ["a part that is looked for", "get('body').mail matches '@'", "ls"],
    ["a prefix", "get('body').url matches '^https://'", "ls"],
    ["a suffix", "get('body').name matches '[.]pdf$'", "ls"],
    ["several prefixes", "get('body').url matches '^http://|^https://'", "ls"],
    ["any rest", "get('body').url matches '^https://.+'", "ls"],
    ["a part that must not be there", "not (get('body').n matches '[^a-z]')", reaching],
    ["another value", "get('body').m matches 'x'", reaching],
    ["a value that is quoted", "get('body').n matches 'x'", "echo {{ quote(get('body').n) }}"],
  ])("is silent for %s", (_name, check, command) => {
    expect(found(check, command)).toEqual([]);
  });

  test("what a command prints is looked through on purpose", () => {
    const checked = `${head}actionId: b\nexec: { command: ls }\n---\nactionId: a\nrequires: [b]\nvalidations: { check: "get('b') matches '^total [0-9]+'" }\nexec: { command: ls }\n`;
    expect(reported(checked, "unanchored-check")).toEqual([]);
  });

  test("a pattern is reported once, however many rely on it", () => {
    expect(found("get('body').n matches '[a-z]'", `${reaching} {{ get('body').n }}`)).toHaveLength(2);
  });
});
