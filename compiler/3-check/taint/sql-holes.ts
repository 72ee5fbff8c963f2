import { negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { ScriptParts } from "../../languages/script-text.ts";
import { sqlHolePlaces } from "../../languages/sql/hole-places.ts";
import { charactersIn, lettersAndDigits } from "./characters.ts";
import type { Hole } from "./hole.ts";

/** What a database makes of the texts that templates put into a statement. */
export function sqlHoles(parts: ScriptParts): readonly Hole[] {
  return sqlHolePlaces(parts).map((place) => {
    if (place === "code") return code;
    if (place === "line" || place === "block") {
      return { special: charactersIn(place === "line" ? "\n\r" : "*/"), sanitizer: undefined, inside: "comment" };
    }
    return { special: charactersIn(`${place}\\`), sanitizer: undefined, inside: place };
  });
}

const code: Hole = {
  // Letters, digits, `_` and `.` alone are a number or a name.
  special: negate(union(lettersAndDigits, charactersIn("_."))),
  sanitizer: undefined,
  inside: "code",
};
