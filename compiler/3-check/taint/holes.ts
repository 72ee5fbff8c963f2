import { negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { Languages } from "../../languages/languages.ts";
import type { ScriptParts } from "../../languages/script-text.ts";
import type { Sink } from "../../nouns/sink.ts";
import { charactersIn, lettersAndDigits } from "./characters.ts";
import type { Hole } from "./hole.ts";
import { pythonHole } from "./python-holes.ts";
import { shellHole } from "./shell-holes.ts";
import { sqlHoles } from "./sql-holes.ts";

/** The holes of a program, in order: one for each of its parts that is undefined. */
export function holesIn(parts: ScriptParts, language: Sink, languages: Languages): readonly Hole[] {
  switch (language) {
    case "shell":
      return languages.shell?.(parts).holes.map(shellHole) ?? codeHoles(parts);
    case "python":
      return languages.python?.(parts).holes.map(pythonHole) ?? codeHoles(parts);
    case "sql":
      return sqlHoles(parts);
    default:
      return codeHoles(parts);
  }
}

/** Of a language that is not read: all of it is taken for code, strings and comments too. */
function codeHoles(parts: ScriptParts): readonly Hole[] {
  return parts.flatMap((part) => (part === undefined ? [code] : []));
}

const code: Hole = {
  // Letters, digits and `_ . -` alone make no call and end no statement, nor any string.
  special: negate(union(lettersAndDigits, charactersIn("_.-"))),
  sanitizer: undefined,
  inside: "code",
};
