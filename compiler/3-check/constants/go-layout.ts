import { chunksOf } from "../../../runtime-lib/dates/layout.ts";

/** False for a layout that holds no part of a date, and so gives itself. */
export function isLayout(text: string): boolean {
  return chunksOf(text).some(({ kind }) => kind !== "text");
}

/** Parts of layouts as other languages write them, longest first, with Go's for the same. */
const parts: readonly (readonly [string, string])[] = [
  ["YYYY", "2006"],
  ["yyyy", "2006"],
  ["%Y", "2006"],
  ["%m", "01"],
  ["%d", "02"],
  ["%H", "15"],
  ["%M", "04"],
  ["%S", "05"],
  ["%y", "06"],
  ["MMMM", "January"],
  ["MMM", "Jan"],
  ["MM", "01"],
  ["DD", "02"],
  ["dd", "02"],
  ["HH", "15"],
  ["hh", "03"],
  ["mm", "04"],
  ["ss", "05"],
  ["YY", "06"],
  ["yy", "06"],
];

/** A layout of other languages, such as `YYYY-MM-DD` or `%Y-%m-%d`, as Go writes it; undefined where letters are left. */
export function goLayout(text: string): string | undefined {
  const known = new RegExp(parts.map(([other]) => other).join("|"), "g");
  const left = text.replaceAll(known, "").replaceAll(/T(?=:|$)|Z$/g, "");
  const table = new Map(parts);
  return /[A-Za-z%]/.test(left) ? undefined : text.replaceAll(known, (part) => table.get(part) ?? part);
}
