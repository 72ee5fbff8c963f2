import { expect, test } from "vitest";
import { durationText } from "../../../compiler/page/model/words.ts";

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1_234, "1.2 s"],
  [59_949, "59.9 s"],
  [59_960, "1 min 0 s"],
  [125_000, "2 min 5 s"],
  [3_780_000, "1 h 3 min"],
])("%d milliseconds are %s", (ms, text) => expect(durationText(ms)).toBe(text));
