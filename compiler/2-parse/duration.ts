/** A duration as Go writes it: one or more numbers with a unit, such as `30s`, `1m30s` or `1.5h`. */
export const durationPattern = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration string in milliseconds, rounded up. The text must match `durationPattern`. */
export function parseDuration(text: string): number {
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (milliseconds[unit ?? ""] ?? 0);
  }
  return Math.ceil(total);
}
