import { negate, union } from "../../../../runtime-lib/regex/char-set.ts";
import { charactersIn } from "../characters.ts";
import type { Hole } from "../hole.ts";

/** Letters, digits, `_` and `.` alone are a number or a name. */
const special = negate(union([0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a, 0x80, 0x10ffff], charactersIn("_.")));

type Mode = "code" | "'" | '"' | "`" | "line" | "block";

const closings: Readonly<Record<Exclude<Mode, "code">, string>> = {
  "'": "'",
  '"': '"',
  "`": "`",
  line: "\n",
  block: "*/",
};

/** Follows strings, quoted names and comments of an SQL statement. */
export class SqlReader {
  #mode: Mode = "code";

  hole(): Hole {
    const mode = this.#mode;
    if (mode === "code") return { special, sanitizer: undefined, inside: "code" };
    if (mode === "line" || mode === "block") {
      return { special: charactersIn(mode === "line" ? "\n\r" : "*/"), sanitizer: undefined, inside: "comment" };
    }
    return { special: charactersIn(`${mode}\\`), sanitizer: undefined, inside: mode };
  }

  read(text: string): void {
    for (let index = 0; index < text.length; ) index += this.#step(text, index);
  }

  #step(text: string, index: number): number {
    if (this.#mode !== "code") {
      const closing = closings[this.#mode];
      if (!text.startsWith(closing, index)) return 1;
      this.#mode = "code";
      return closing.length;
    }
    const character = text.charAt(index);
    if (character === "'" || character === '"' || character === "`") this.#mode = character;
    else if (text.startsWith("--", index)) this.#mode = "line";
    else if (text.startsWith("/*", index)) this.#mode = "block";
    return this.#mode === "line" || this.#mode === "block" ? 2 : 1;
  }
}
