import { expect, test } from "vitest";
import { Lines } from "../../../runtime-lib/exec/lines.ts";

function linesOf(...chunks: readonly (string | Buffer)[]): readonly string[] {
  const found: string[] = [];
  const lines = new Lines((line) => found.push(line));
  for (const chunk of chunks) lines.add(Buffer.from(chunk));
  lines.end();
  return found;
}

test("lines are whole, however the chunks are cut; the last one needs no end", () => {
  expect(linesOf("a\nb", "c\n", "\nd")).toEqual(["a", "bc", "", "d"]);
});

test("a character that is cut in two is one character", () => {
  const bytes = Buffer.from("ü😀\n");
  expect(linesOf(bytes.subarray(0, 1), bytes.subarray(1, 4), bytes.subarray(4))).toEqual(["ü😀"]);
});

test("of a line that is written over only the last text is left", () => {
  expect(linesOf("10 %\r50 %\r100 %\r\ndone\r\n")).toEqual(["100 %", "done"]);
});

test("a line without an end does not fill the memory", () => {
  const [line = ""] = linesOf(...new Array(10).fill("x".repeat(50_000)));
  expect([line.length, line.at(-1)]).toEqual([65_537, "…"]);
});
