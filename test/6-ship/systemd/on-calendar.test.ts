import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { cronText } from "../../../compiler/2-parse/schedule/cron-text.ts";
import { parseCron } from "../../../compiler/2-parse/schedule/parse-cron.ts";
import { onCalendar } from "../../../compiler/6-ship/systemd/on-calendar.ts";
import { timesOf } from "../../../runtime-lib/schedule/next-run.ts";
import { hasProgram } from "../../support/programs.ts";

function fieldsOf(text: string) {
  const fields = parseCron(text, () => {});
  if (fields === undefined) throw new Error(`${text} cannot be read`);
  return fields;
}

test("has one value, or two where both day fields say something", () => {
  const written = (text: string) => onCalendar({ fields: fieldsOf(text), timeZone: "Europe/Berlin" });
  expect(written("30 2 * * MON-FRI")).toEqual(["Mon,Tue,Wed,Thu,Fri *-*-* 02:30:00 Europe/Berlin"]);
  expect(written("* */6 1,15 2 *")).toEqual(["*-02-01,15 00,06,12,18:*:00 Europe/Berlin"]);
  expect(written("0 0 13 * FRI")).toEqual(["*-*-13 00:00:00 Europe/Berlin", "Fri *-*-* 00:00:00 Europe/Berlin"]);
});

describe.runIf(hasProgram("systemd-analyze"))("systemd reads the same times", () => {
  test.each([
    "* * * * *",
    "*/7 * * * *",
    "30 2 * * MON-FRI",
    "0 0 13 * FRI",
    "0 0 */2 * SUN",
    "15,45 8-18/2 1-7 JAN,JUL *",
    "59 23 31 12 *",
    "0 12 29 2 *",
    "0 6 * * 7",
  ])("%s", (text) => {
    const fields = fieldsOf(text);
    const start = Date.UTC(2026, 10, 22, 12, 0, 30);
    const { next } = timesOf({ cron: cronText(fields), timeZone: "America/New_York" });
    const expected: number[] = [];
    for (let time = start; expected.length < 6; ) {
      time = next(time);
      expected.push(time);
    }
    const found = onCalendar({ fields, timeZone: "America/New_York" }).flatMap((event) => systemdTimes(event, start));
    expect([...new Set(found)].sort((one, other) => one - other).slice(0, 6)).toEqual(expected);
  });
});

/** The next times of a value of OnCalendar, as systemd computes them. */
function systemdTimes(event: string, from: number): readonly number[] {
  const base = `@${from / 1000}`;
  const args = ["calendar", "--iterations=6", `--base-time=${base}`, event];
  const { stdout, stderr, status } = spawnSync("systemd-analyze", args, {
    encoding: "utf8",
    env: { ...process.env, TZ: "UTC", LC_ALL: "C" },
  });
  expect(status, stderr).toBe(0);
  const times = stdout.matchAll(/(?:Next elapse|Iteration #\d+|Iter\. #\d+): \w+ (\S+) (\S+) UTC/g);
  return [...times].map(([, day, time]) => Date.parse(`${day}T${time}Z`));
}
