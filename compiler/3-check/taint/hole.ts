import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Form } from "./taint.ts";

/** Where in a program a template puts its value. */
export interface Hole {
  /** The characters that mean something there: a value without them stays a value. */
  readonly special: CharSet;
  /** The form in which whatever text stays a value there. */
  readonly sanitizer: Form | undefined;
  /** What the author has put around it: a quote, or the place's name. */
  readonly inside:
    | "code"
    | "program"
    | "arithmetic"
    | "name"
    | "delimiter"
    | "'"
    | '"'
    | "`"
    | "here-document"
    | "comment";
}
