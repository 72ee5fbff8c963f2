import { expect, test } from "vitest";
import { callMethod, date, duration, text, timezone } from "../../../runtime-lib/index.ts";

test("a template inserts dates as RFC 3339 and their like as string() gives them", () => {
  const day = date("2026-03-01");
  expect(text(day)).toBe("2026-03-01T00:00:00Z");
  expect(text(duration("1h30m"))).toBe("1h30m0s");
  expect(text(timezone("Asia/Tokyo"))).toBe("Asia/Tokyo");
  expect([text(callMethod(day, "Month", [])), text(callMethod(day, "Weekday", []))]).toEqual(["March", "Sunday"]);
  expect(text([duration("2ns")])).toBe("[2]");
});
