import { negate, union } from "../../../../runtime-lib/regex/char-set.ts";
import { charactersIn, type Hole, type Reader } from "./language.ts";

/** Letters, digits and `_ . -` alone make no call and end no statement, nor any string. */
const special = negate(union([0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a, 0x80, 0x10ffff], charactersIn("_.-")));

/** Takes the whole of a script for code, strings and comments too: for languages that flowc does not read. */
export class CodeReader implements Reader {
  hole(): Hole {
    return { special, sanitizer: undefined, inside: "code" };
  }

  read(): void {
    // Nothing in the text changes what a value means.
  }
}
