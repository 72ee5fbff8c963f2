import { has, union } from "./char-set.ts";
import type { CharSet } from "./tree.ts";

/** The set with all characters that differ from one of its own in case only, as the flag i of RE2 sees them. */
export function fold(set: CharSet): CharSet {
  const groups = (set.at(-1) ?? 0) < 0x80 ? asciiGroups() : allGroups();
  const added: number[] = [];
  for (const group of groups) {
    if (group.some((member) => has(set, member))) for (const member of group) added.push(member, member);
  }
  return added.length === 0 ? set : union(set, added);
}

let ascii: readonly (readonly number[])[] | undefined;
let all: readonly (readonly number[])[] | undefined;

function asciiGroups(): readonly (readonly number[])[] {
  // U+017F folds to s and U+212A to k: https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt
  ascii ??= [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => {
    const group = [letter.charCodeAt(0) - 32, letter.charCodeAt(0)];
    return letter === "s" ? [...group, 0x17f] : letter === "k" ? [...group, 0x212a] : group;
  });
  return ascii;
}

/** Characters that are one but for case, found through the engine's own tables; about 1,400 groups, made once (10 ms). */
function allGroups(): readonly (readonly number[])[] {
  if (all) return all;
  const groupOf = new Map<number, Set<number>>();
  // The last letter with a case is U+1E943 (Adlam).
  for (let codePoint = 0x41; codePoint <= 0x1e943; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    join(groupOf, codePoint, character.toLowerCase());
    join(groupOf, codePoint, character.toUpperCase());
  }
  all = [...new Set(groupOf.values())].map((group) => [...group]);
  return all;
}

function join(groupOf: Map<number, Set<number>>, codePoint: number, other: string): void {
  const twin = other.codePointAt(0) ?? codePoint;
  // Mappings to several characters are not simple folding, and the Turkish i without and with a dot fold to nothing.
  if (twin === codePoint || other !== String.fromCodePoint(twin) || codePoint === 0x130 || codePoint === 0x131) return;
  const group = groupOf.get(codePoint) ?? new Set([codePoint]);
  for (const member of groupOf.get(twin) ?? [twin]) group.add(member);
  for (const member of group) groupOf.set(member, group);
}
