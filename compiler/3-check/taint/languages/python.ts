import { negate, union } from "../../../../runtime-lib/regex/char-set.ts";
import { charactersIn, type Hole, type Reader } from "./language.ts";

/** Letters, digits and `_ . -` alone make no call and end no statement. */
const special = negate(union([0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a, 0x80, 0x10ffff], charactersIn("_.-")));
const opening = /^([A-Za-z]{0,2})("""|'''|"|')/;

/** Follows strings and comments of a Python script. */
export class PythonReader implements Reader {
  /** What closes the string that is open. */
  #quote: string | undefined;
  #formatted = false;
  #comment = false;

  hole(): Hole {
    if (this.#comment) return { special: charactersIn("\n\r"), sanitizer: undefined, inside: "comment" };
    // A JSON text is a literal of Python too, but for true, false and null, which do no harm.
    if (this.#quote === undefined) return { special, sanitizer: "json", inside: "code" };
    const braces = this.#formatted ? "{}" : "";
    const inside = this.#quote.charAt(0) === '"' ? '"' : "'";
    return { special: charactersIn(`${inside}\\\n\r${braces}`), sanitizer: undefined, inside };
  }

  read(text: string): void {
    for (let index = 0; index < text.length; ) index += Math.max(1, this.#step(text, index));
  }

  #step(text: string, index: number): number {
    const character = text.charAt(index);
    if (this.#quote !== undefined) return this.#inString(text, index, this.#quote);
    if (character === "\n") this.#comment = false;
    if (this.#comment) return 1;
    if (character === "#") this.#comment = true;
    if (!/["'A-Za-z_]/.test(character)) return 1;
    const found = opening.exec(text.slice(index, index + 5));
    if (found === null) return /^\w+/.exec(text.slice(index, index + 100))?.[0].length ?? 1;
    const [whole, prefix = "", quote = ""] = found;
    this.#quote = quote;
    this.#formatted = /f/i.test(prefix);
    return whole.length;
  }

  #inString(text: string, index: number, quote: string): number {
    if (text.charAt(index) === "\\") return 2;
    const ends = text.startsWith(quote, index) || (quote.length === 1 && text.charAt(index) === "\n");
    if (ends) this.#quote = undefined;
    return ends ? quote.length : 1;
  }
}
