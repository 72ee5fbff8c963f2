import { FoundMistake, type ScriptMistake } from "../../script-mistake.ts";
import type { Range } from "../../script-text.ts";

/** Ends the reading of what nests deeper than anybody writes: nothing is said of it. */
export class TooDeep extends Error {}

const deepest = 150;

/** What opens something that must be closed: a quote, a substitution. */
interface Opener {
  /** As it is written: `"`, `$(`. */
  readonly text: string;
  readonly start: number;
}

/** The quotes and substitutions around the place that is being read, and the quoted texts before it. */
export class Openers {
  readonly #text: string;
  readonly #open: Opener[] = [];
  readonly #quoted: Range[] = [];
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads what stands between an opener and its end; gives the offset behind that. */
  inside(text: string, start: number, read: () => number): number {
    this.#open.push({ text, start });
    const end = this.deeper(read);
    this.#open.pop();
    if (isQuote(text)) this.#quoted.push({ start, end });
    return end;
  }

  /** Reads one level further down, of commands, quotes or substitutions. */
  deeper<Result>(read: () => Result): Result {
    if (this.#depth === deepest) throw new TooDeep();
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Reports that the script ends here: something is not closed. */
  atEnd(): never {
    const opener = this.#unclosed();
    throw new FoundMistake((isQuote(opener.text) ? this.#slip(opener.text) : undefined) ?? neverClosed(opener));
  }

  /** In `"… $(date"` it is the `$(` that lacks its end: the quote behind it was to close the first one. */
  #unclosed(): Opener {
    const [inner, around, outer] = this.#open.toReversed();
    if (inner?.text === '"' && outer?.text === '"' && around !== undefined) return around;
    return inner ?? { text: "", start: 0 };
  }

  /**
   * What the author most likely did, where that is not the last quote: an apostrophe in a text that it ends, or a quote
   * that was left open some lines before, so that the next one, meant to open, closes it.
   */
  #slip(quote: string): ScriptMistake | undefined {
    const apostrophe = this.#quoted.find((range) => this.#around(range, "'", /\w/, /\w/));
    if (apostrophe !== undefined) {
      const { start, end } = apostrophe;
      const note = { start, end: start + 1, message: "the text begins here" };
      const message = "this `'` ends the quoted text";
      return { start: end - 1, end, message, note, help: "for an apostrophe inside '…' write '\\''" };
    }
    const left = this.#quoted.find(
      (range) =>
        this.#text.slice(range.start, range.end).includes("\n") && this.#around(range, quote, /[\s=(]/, /[^\s;|&)]/),
    );
    return left && neverClosed({ text: quote, start: left.start });
  }

  /** True where a quoted text ends with that quote between characters of these kinds. */
  #around({ end }: Range, quote: string, before: RegExp, behind: RegExp): boolean {
    const text = this.#text;
    return text.charAt(end - 1) === quote && before.test(text.charAt(end - 2)) && behind.test(text.charAt(end));
  }
}

function isQuote(text: string): boolean {
  return text === "'" || text === '"';
}

function neverClosed({ text, start }: Opener): ScriptMistake {
  const help = text === "'" ? `an apostrophe is written \\' or stands inside "…"` : undefined;
  const message = text === "`" ? "the backtick is never closed" : `\`${text}\` is never closed`;
  return { start, end: start + text.length, message, help };
}
