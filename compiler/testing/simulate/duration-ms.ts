import { parseDuration } from "../../2-parse/duration.ts";

/** Milliseconds of a duration as documents write it, or of a number of them; undefined for all else. */
export function durationMs(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? parseDuration(value) : undefined;
}
