import { negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { PythonHole } from "../../languages/python/python-script.ts";
import { charactersIn, lettersAndDigits } from "./characters.ts";
import type { Hole } from "./hole.ts";

/** What Python makes of the text that a template puts there. */
export function pythonHole(hole: PythonHole): Hole {
  if (hole.place === "code") return code;
  if (hole.place === "comment") return { special: charactersIn("\n\r"), sanitizer: undefined, inside: "comment" };
  const inside = hole.quote.startsWith('"') ? '"' : "'";
  const lineEnds = hole.quote.length === 1 ? "\n\r" : "";
  const braces = hole.formatted ? "{}" : "";
  return { special: charactersIn(`${inside}\\${lineEnds}${braces}`), sanitizer: undefined, inside };
}

const code: Hole = {
  // Letters, digits and `_ . -` alone make no call and end no statement.
  special: negate(union(lettersAndDigits, charactersIn("_.-"))),
  // A JSON text is a literal of Python too, but for true, false and null, which do no harm.
  sanitizer: "json",
  inside: "code",
};
