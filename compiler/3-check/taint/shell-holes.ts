import { negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { ShellHole, ShellPlace } from "../../languages/shell/shell-script.ts";
import { charactersIn, lettersAndDigits } from "./characters.ts";
import type { Hole } from "./hole.ts";

/** What a shell makes of the text that a template puts there. */
export function shellHole({ place, backticks, namesProgram }: ShellHole): Hole {
  const hole = holes[place];
  // What is inside backticks is read twice: the first time a backtick ends it, whatever is around it.
  if (backticks) return { special: union(hole.special, charactersIn("`\\")), sanitizer: undefined, inside: "`" };
  return namesProgram && place === "command" ? { ...hole, sanitizer: undefined } : hole;
}

const unquoted: CharSet = union([0, 0x20, 0x7f, 0x7f], charactersIn(";&|<>$`\"'\\(){}[]*?!#~="));
const word: Hole = { special: unquoted, sanitizer: "word", inside: "code" };

const holes: Readonly<Record<ShellPlace, Hole>> = {
  word,
  assignment: word,
  pattern: word,
  command: { ...word, inside: "program" },
  // Bash computes indexes of arrays in it, and runs what is substituted in these, quoted or not.
  arithmetic: {
    special: negate(union(lettersAndDigits, charactersIn("_. +-*/%"))),
    sanitizer: undefined,
    inside: "arithmetic",
  },
  name: { special: negate(union(lettersAndDigits, charactersIn("_"))), sanitizer: undefined, inside: "name" },
  delimiter: { special: unquoted, sanitizer: undefined, inside: "delimiter" },
  double: { special: charactersIn('"$`\\'), sanitizer: undefined, inside: '"' },
  single: { special: charactersIn("'"), sanitizer: undefined, inside: "'" },
  ansi: { special: charactersIn("'\\"), sanitizer: undefined, inside: "'" },
  document: { special: charactersIn("$`\\\n"), sanitizer: undefined, inside: "here-document" },
  "quoted document": { special: charactersIn("\n"), sanitizer: undefined, inside: "here-document" },
  comment: { special: charactersIn("\n"), sanitizer: undefined, inside: "comment" },
};
