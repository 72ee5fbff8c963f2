import { parseDuration } from "../../2-parse/duration.ts";

/** Milliseconds of a duration as documents write it, or of a number of them; undefined for all else. */
export function durationMs(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? parseDuration(value) : undefined;
}

/** Milliseconds as messages of runs have them: `250ms`, `1m30s`. */
export function shownDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds}ms`;
  const [hours, minutes] = [Math.floor(milliseconds / 3_600_000), Math.floor((milliseconds % 3_600_000) / 60_000)];
  const seconds = (milliseconds % 60_000) / 1_000;
  return [hours > 0 ? `${hours}h` : "", minutes > 0 ? `${minutes}m` : "", seconds > 0 ? `${seconds}s` : ""].join("");
}
