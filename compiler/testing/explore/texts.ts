import * as fc from "fast-check";

/** Texts that programs stumble over, and any others; empty only where that is asked for. */
export function texts({ least = 0, most = 40 }: { readonly least?: number; readonly most?: number } = {}) {
  const known = usual.filter((text) => text.length >= least && text.length <= most);
  const any = fc.string({ unit: "grapheme", minLength: least, maxLength: Math.max(least, Math.min(most, 12)) });
  return known.length === 0 ? any : fc.oneof(fc.constantFrom(...known), any);
}

const usual = [
  "a",
  "",
  " ",
  "Ada Lovelace",
  "0",
  "-1",
  "true",
  "null",
  "naïve café",
  "日本語",
  "👩‍👩‍👧 family",
  "it's",
  'say "hi"',
  "a\nb",
  "../x",
  "{{ 1 }}",
  "a,b;c",
];

/** Texts that stand for something. */
export const dateTexts = fc.constantFrom("2026-03-01", "2024-02-29", "1999-12-31T23:59:59Z");
export const durationTexts = fc.constantFrom("1h30m", "0s", "250ms");
export const wholeNumbers = fc.oneof(fc.constantFrom(1, 0, 2, 7, 100, -1), fc.integer({ min: -100, max: 200 }));
export const numbers = fc.oneof(wholeNumbers, fc.constantFrom(0.5, -2.25, 12.75));

/** Texts in which a pattern of RE2 is found; undefined where JavaScript cannot read it. */
export function matchingTexts(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern.replace(/^\\A/, "^").replace(/\\z$/, "$"), "u"), { maxLength: 60 });
  } catch {
    return undefined;
  }
}
