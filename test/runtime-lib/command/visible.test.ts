import { expect, test } from "vitest";
import { visible } from "../../../runtime-lib/command/visible.ts";

test.each([
  ["plain text stays", "a\tb ü 😀", "a\tb ü 😀", "a\tb ü 😀"],
  ["a color stays where there are colors, and ends with the line", "\x1b[31mred", "\x1b[31mred\x1b[0m", "red"],
  ["moves, titles and clearing go", "\x1b[2J\x1b[1;1H\x1b]0;title\x07x\x1b[Ay", "xy", "xy"],
  ["between colors too", "\x1b[1ma\x1b[2Kb\x1b[0m", "\x1b[1mab\x1b[0m\x1b[0m", "ab"],
  ["control characters go", "a\x08\x00b\x85c", "abc", "abc"],
])("%s", (_name, line, colored, bare) => {
  expect([visible(line, true), visible(line, false)]).toEqual([colored, bare]);
});
