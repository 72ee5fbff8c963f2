import type { CronFields } from "../../nouns/schedule.ts";

/** The fields as a cron expression of numbers. */
export function cronText({ minute, hour, day, month, weekday }: CronFields): string {
  return [minute, hour, day, month, weekday]
    .map((values) => (values === undefined ? "*" : fieldText(values)))
    .join(" ");
}

/** `0-45/15` for even steps, else lists of values and ranges. Never a `*` with a step: schedulers differ on what that means for days. */
function fieldText(values: readonly number[]): string {
  const [first = 0, second = 0] = values;
  const step = second - first;
  const last = values.at(-1) ?? first;
  const even = values.length > 2 && values.every((value, index) => value === first + index * step);
  if (even) return step === 1 ? `${first}-${last}` : `${first}-${last}/${step}`;
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === value - 1) run[1] = value;
    else runs.push([value, value]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
