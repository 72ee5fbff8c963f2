/** A duration as Go writes it: one or more numbers with a unit, such as `30s`, `1m30s` or `1.5h`. */
export const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The same with days, which no duration has. */
const inDays = /^(\d+(?:\.\d+)?)d(?:ays?)?$/;

/** What to write instead of a text that is not a duration. */
export function helpOnDuration(text: string): string {
  const days = inDays.exec(text.trim())?.[1];
  return days === undefined
    ? "write a number with a unit: 500ms, 30s, 1m30s, 2h"
    : `days have no unit: write ${Number(days) * 24}h`;
}

/** A duration string in milliseconds, rounded up. The text must match `durationPattern`. */
export function parseDuration(text: string): number {
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (milliseconds[unit ?? ""] ?? 0);
  }
  return Math.ceil(total);
}
