import { union } from "../../../../runtime-lib/regex/char-set.ts";
import { charactersIn, type Hole, type Reader } from "./language.ts";

const special = union([0, 0x20, 0x7f, 0x7f], charactersIn(";&|<>$`\"'\\(){}[]*?!#~="));

const holes: Readonly<Record<string, Hole>> = {
  code: { special, sanitizer: "word", inside: "code" },
  backtick: { special, sanitizer: undefined, inside: "`" },
  double: { special: charactersIn('"$`\\'), sanitizer: undefined, inside: '"' },
  single: { special: charactersIn("'"), sanitizer: undefined, inside: "'" },
  comment: { special: charactersIn("\n"), sanitizer: undefined, inside: "comment" },
  document: { special: charactersIn("$`\\\n"), sanitizer: undefined, inside: "here-document" },
  quotedDocument: { special: charactersIn("\n"), sanitizer: undefined, inside: "here-document" },
};

/** A here-document that has begun, or that begins with the next line. */
interface HereDocument {
  readonly end: string;
  readonly tabs: boolean;
  readonly quoted: boolean;
}

type Frame = "code" | "group" | "backtick" | "double";

const hereDocument = /^<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([A-Za-z_]\w*))/;

/** Follows quotes, substitutions, comments and here-documents of a POSIX shell script. */
export class ShellReader implements Reader {
  readonly #frames: Frame[] = ["code"];
  #mode: "code" | "single" | "comment" | "document" = "code";
  readonly #documents: HereDocument[] = [];
  /** The line of a here-document so far; undefined where a value stands in it. */
  #line: string | undefined = "";
  #wordStart = true;

  hole(): Hole {
    this.#wordStart = false;
    const name = this.#context();
    this.#line = undefined;
    return holes[name] ?? { special, sanitizer: "word", inside: "code" };
  }

  read(text: string): void {
    for (let index = 0; index < text.length; ) index += Math.max(1, this.#step(text, index));
  }

  #context(): string {
    if (this.#mode === "single" || this.#mode === "comment") return this.#mode;
    if (this.#mode === "document") return this.#documents[0]?.quoted ? "quotedDocument" : "document";
    const top = this.#frames.at(-1) ?? "code";
    return top === "group" ? "code" : top;
  }

  /** Takes what stands at `index`; gives its length. */
  #step(text: string, index: number): number {
    const character = text.charAt(index);
    if (this.#mode === "document") return this.#documentCharacter(character);
    if (character === "\n") return this.#newLine();
    if (this.#mode === "comment") return 1;
    if (this.#mode === "single") {
      if (character === "'") this.#mode = "code";
      return 1;
    }
    const length = this.#frames.at(-1) === "double" ? this.#quoted(text, index) : this.#code(text, index);
    this.#wordStart = /[\s;&|()]/.test(character);
    return length;
  }

  #newLine(): number {
    this.#wordStart = true;
    if (this.#mode === "comment") this.#mode = "code";
    if (this.#mode === "code" && this.#frames.at(-1) !== "double" && this.#documents.length > 0) {
      this.#mode = "document";
      this.#line = "";
    }
    return 1;
  }

  #documentCharacter(character: string): number {
    if (character !== "\n") {
      if (this.#line !== undefined) this.#line += character;
      return 1;
    }
    const [current] = this.#documents;
    const line = current?.tabs ? this.#line?.replace(/^\t+/, "") : this.#line;
    if (line === current?.end) this.#documents.shift();
    if (this.#documents.length === 0) this.#mode = "code";
    this.#line = "";
    this.#wordStart = true;
    return 1;
  }

  #code(text: string, index: number): number {
    const character = text.charAt(index);
    switch (character) {
      case "\\":
        return 2;
      case "'":
        this.#mode = "single";
        return 1;
      case "#":
        if (this.#wordStart) this.#mode = "comment";
        return 1;
      case "<":
        return this.#hereDocument(text.slice(index, index + 200));
      default:
        return this.#bracket(character);
    }
  }

  #bracket(character: string): number {
    const top = this.#frames.at(-1);
    if (character === '"') this.#frames.push("double");
    else if (character === "(") this.#frames.push("group");
    else if (character === ")" && top === "group") this.#frames.pop();
    else if (character === "`") this.#backtick();
    return 1;
  }

  #quoted(text: string, index: number): number {
    const character = text.charAt(index);
    if (character === "\\") return 2;
    if (character === '"') this.#frames.pop();
    else if (character === "`") this.#backtick();
    else if (character === "$" && text.charAt(index + 1) === "(") {
      this.#frames.push("group");
      return 2;
    }
    return 1;
  }

  #backtick(): void {
    const open = this.#frames.lastIndexOf("backtick");
    if (open === -1) this.#frames.push("backtick");
    else this.#frames.length = open;
  }

  #hereDocument(text: string): number {
    if (text.startsWith("<<<")) return 3;
    const found = hereDocument.exec(text);
    if (found === null) return 1;
    const [whole, dash, single, double, escaped, plain] = found;
    const quoted = single !== undefined || double !== undefined || escaped === "\\";
    this.#documents.push({ end: single ?? double ?? plain ?? "", tabs: dash === "-", quoted });
    return whole.length;
  }
}
