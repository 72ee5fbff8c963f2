import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unsealed } from "../../compiler/5-bundle/banner.ts";
import type { OutputFile } from "../../compiler/5-bundle/bundle.ts";
import { readSeal, seal, sha256 } from "../../compiler/5-bundle/seal.ts";

const made = {
  name: "x",
  sourceHash: "0".repeat(64),
  compilerVersion: "1.2.3-beta.1",
  compilerBuild: "0123456789abcdef",
  options: { target: "command", platform: "posix", minify: false, sourcemap: true },
  effects: { commands: ["echo é"] },
};
const text = `#!/usr/bin/env node\n${unsealed}\nconsole.log("ö");\n// flowc-provenance {}\n//# sourceMappingURL=x.mjs.map\n`;

function file(name: string, content: string): OutputFile {
  return { kind: "text", name, text: content, executable: false };
}

function bundleOf(files: readonly OutputFile[]): Buffer {
  const bundle = files.find(({ name }) => name.endsWith(".mjs"));
  return Buffer.from(bundle?.kind === "text" ? bundle.text : "");
}

describe("a sealed bundle", () => {
  const files = seal([file("x.mjs.map", "{}"), file("x.mjs", text), file("x.d.mts", "export {};")], made);
  const bytes = bundleOf(files);

  test("says how it was made, with the hashes of what lies beside it", () => {
    const beside = { "x.mjs.map": sha256("{}"), "x.d.mts": sha256("export {};") };
    expect(readSeal(bytes)).toEqual({
      kind: "whole",
      provenance: { ...made, files: beside, sha256: expect.anything() },
    });
  });

  test("has nothing else changed: as many lines, the same after the second", () => {
    const [lines, before] = [bytes.toString().split("\n"), text.split("\n")];
    expect(lines.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
    expect(files.filter(({ name }) => name !== "x.mjs")).toHaveLength(2);
  });

  test("tells of any byte that is another, missing or new", () => {
    const place = fc.nat(bytes.length - 1);
    const byte = fc.integer({ min: 0, max: 255 });
    const edits = fc.tuple(place, byte, fc.constantFrom(0, 1), fc.boolean());
    fc.assert(
      fc.property(edits, ([at, value, removed, inserted]) => {
        const edited = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(inserted ? [value] : []),
          bytes.subarray(at + removed),
        ]);
        expect(readSeal(edited).kind === "whole").toBe(edited.equals(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  test("knows line ends that were converted", () => {
    const converted = Buffer.from(bytes.toString().replaceAll("\n", "\r\n"));
    expect(readSeal(converted)).toEqual({ kind: "changed", onlyLineEnds: true });
    expect(readSeal(Buffer.concat([converted, Buffer.from("x")]))).toEqual({ kind: "changed", onlyLineEnds: false });
  });
});

test("a text without a place for it is refused", () => {
  expect(() => seal([file("x.mjs", "console.log(1);")], made)).toThrow("no place");
});

test.each(["", "\n", "// flowc", "console.log('// flowc-provenance {}')", "\0".repeat(100)])(
  "%j is not sealed",
  (other) => {
    expect(readSeal(Buffer.from(other))).toEqual({ kind: "none" });
  },
);
