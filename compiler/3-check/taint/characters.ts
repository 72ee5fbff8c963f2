import { union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";

/** ASCII's letters and digits, and all characters beyond ASCII: they have no meaning of their own in any language here. */
export const lettersAndDigits: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a, 0x80, 0x10ffff];

/** The characters of a text as a set. */
export function charactersIn(text: string): CharSet {
  return union(...[...text].map((character) => [character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0]));
}
