import { everything, union } from "./char-set.ts";
import type { CharSet } from "./tree.ts";

/** `\d`, `\s` and `\w`, in ASCII only. */
export const perlClasses: Readonly<Record<string, CharSet>> = {
  d: [0x30, 0x39],
  s: [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20],
  w: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
};

/** `[:alpha:]` and the other POSIX classes, in ASCII only. */
export const posixClasses: Readonly<Record<string, CharSet>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0x00, 0x7f],
  blank: [0x09, 0x09, 0x20, 0x20],
  cntrl: [0x00, 0x1f, 0x7f, 0x7f],
  digit: [0x30, 0x39],
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x09, 0x0d, 0x20, 0x20],
  upper: [0x41, 0x5a],
  word: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

const categories = /^(?:C[cfos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;
/** Codes of ISO 15924, which JavaScript takes for a script and Go does not, have four letters; so have these names. */
const shortScripts = /^(?:Ahom|Cham|Kawi|Lisu|Modi|Newa|Thai|Toto)$/;
const privateUse: CharSet = [0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd];

/** The characters of a category (`L`, `Lu`), of a script (`Greek`) or `Any`; undefined where Go knows no such name. */
export function unicodeClass(name: string): CharSet | undefined {
  if (name === "Any") return everything;
  if (name === "Co") return privateUse;
  if (name === "Cs") return [0xd800, 0xdfff];
  // Unassigned code points are not in Go's C.
  if (name === "C") return union(scan("Cc") ?? [], scan("Cf") ?? [], privateUse, [0xd800, 0xdfff]);
  if (categories.test(name)) return scan(name);
  if (name === "Unknown" || !/^[A-Z][A-Za-z_]+$/.test(name)) return undefined;
  if (name.length === 4 && !shortScripts.test(name)) return undefined;
  return scan(`Script=${name}`);
}

/** The code points with a property of the engine's tables, which hold the ranges that a bundle need not carry. */
function scan(property: string): CharSet | undefined {
  let search: RegExp;
  try {
    search = new RegExp(`\\p{${property}}+`, "gu");
  } catch {
    return undefined;
  }
  const ranges: number[] = [];
  for (let start = 0; start < 0xe1000; start += 0x1000) {
    // Surrogates are not characters; between plane 3 and the tags nothing is assigned.
    if (start === 0xd000) scanBlock(search, start, 0x800, ranges);
    else if (start < 0x34000 || start === 0xe0000) scanBlock(search, start, 0x1000, ranges);
  }
  return union(ranges);
}

function scanBlock(search: RegExp, start: number, length: number, ranges: number[]): void {
  const block = String.fromCodePoint(...Array.from({ length }, (_, index) => start + index));
  const units = start > 0xffff ? 2 : 1;
  for (const { index, 0: found } of block.matchAll(search)) {
    ranges.push(start + index / units, start + (index + found.length) / units - 1);
  }
}
