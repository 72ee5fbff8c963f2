import { describe, expect, test } from "vitest";
import { codes } from "../../compiler/nouns/codes.ts";
import { flowcHere } from "../support/flowc.ts";

describe.concurrent("flowc explain", () => {
  test("tells what a code means, with both examples indented", async () => {
    const { stdout, stderr, code } = await flowcHere(["explain", "unknown-key"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^error \[unknown-key\]: a key that flowc does not know\n\n {2}flowc does not know this key/,
    );
    expect(stdout).toMatch(/\nbad:\n\n {4}actionId: build\n {4}exec:\n {6}command: make\n {6}timout: 10m\n\ngood:\n\n/);
    expect(stdout).toMatch(/\n {6}timeout: 10m\n$/);
  });

  test("lists all codes where none is given", async () => {
    const { stdout, code } = await flowcHere(["explain"]);
    const listed = stdout.trimEnd().split("\n");
    expect(listed.map((line) => line.split(" ")[0])).toEqual(Object.keys(codes).sort());
    expect(listed).toContainEqual(
      expect.stringMatching(/^maybe-nil +warning {2}a value that may be nil where nil fails$/),
    );
    expect(code).toBe(0);
  });

  test.each([
    [["unknown-kye"], 'error: unknown code "unknown-kye"; did you mean "unknown-key"?\n'],
    [["toString"], 'error: unknown code "toString"; see flowc explain\n'],
    [["schema", "yaml-syntax"], 'error: explain takes one code, found "schema" and "yaml-syntax"\n'],
  ])("%j is bad usage", async (args, message) => {
    const { stdout, stderr, code } = await flowcHere(["explain", ...args]);
    expect([stdout, stderr, code]).toEqual(["", message, 2]);
  });
});
