import { union } from "../../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../../runtime-lib/regex/tree.ts";
import type { Form } from "../taint.ts";

/** Where in a program a template puts its value. */
export interface Hole {
  /** The characters that mean something there: a value without them stays a value. */
  readonly special: CharSet;
  /** The form in which whatever text stays a value there. */
  readonly sanitizer: Form | undefined;
  /** What the author has put around it: a quote, or the place's name. */
  readonly inside: "code" | "'" | '"' | "`" | "here-document" | "comment";
}

/** Reads the text of a program piece by piece; between two pieces a template puts its value. */
export interface Reader {
  read(text: string): void;
  hole(): Hole;
}

/** The characters of a text as a set. */
export function charactersIn(text: string): CharSet {
  return union(...[...text].map((character) => [character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0]));
}
