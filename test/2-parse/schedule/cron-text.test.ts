import { expect, test } from "vitest";
import { cronText } from "../../../compiler/2-parse/schedule/cron-text.ts";
import { parseCron } from "../../../compiler/2-parse/schedule/parse-cron.ts";
import { timesOf } from "../../../runtime-lib/schedule/next-run.ts";

function canonical(text: string): string | undefined {
  const fields = parseCron(text, () => {});
  return fields && cronText(fields);
}

test.each([
  ["* * * * *", "* * * * *"],
  ["*/15 * * * *", "0-45/15 * * * *"],
  ["0 9 * * MON-FRI", "0 9 * * 1-5"],
  ["0 0 * * 7", "0 0 * * 0"],
  ["0 0 * * fri-sun", "0 0 * * 0,5-6"],
  ["5,3,4,9 0-23 1-31 JAN-DEC SUN-SAT", "3-5,9 * * * *"],
  // One of the two is enough, so a field with all days leaves nothing for the other to say.
  ["0 0 1-31 * MON", "0 0 * * *"],
  // A * with a step of one is a *: then the other field decides alone.
  ["0 0 */1 * MON", "0 0 * * 1"],
  ["0 0 */2 * MON", "0 0 1-31/2 * 1"],
  ["10-20/5,50 1 1 1 *", "10-20/5,50 1 1 1 *".replace("10-20/5,50", "10,15,20,50")],
])("%s is %s", (text, expected) => {
  expect(canonical(text)).toBe(expected);
});

test.each(["*/7 3-5 * * *", "0 0 13 * FRI", "30 2 1,15 2-4 *", "59 23 31 12 *", "0 12 * * SAT,SUN"])(
  "%s names the same times in its canonical form",
  (text) => {
    const times = (cron: string) => {
      const { next } = timesOf({ cron, timeZone: "Europe/Berlin" });
      const found: number[] = [];
      for (let time = Date.UTC(2026, 1, 1); found.length < 50; ) {
        time = next(time);
        found.push(time);
      }
      return found;
    };
    expect(times(canonical(text) ?? "")).toEqual(times(text));
  },
);
