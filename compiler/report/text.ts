import { styleText } from "node:util";
import stringWidth from "string-width";
import type { Diagnostic, Note } from "../nouns/diagnostic.ts";
import { LineIndex } from "../nouns/lines.ts";
import type { Source, Span } from "../nouns/source.ts";

type Style = "red" | "yellow" | "blue" | "cyan" | "bold";

/** Diagnostics as people read them: `path:line:col: severity: message [code]`, the line with a caret, notes, help. */
export function formatText(diagnostics: readonly Diagnostic[], color: boolean): string {
  const secrets = diagnostics.filter(({ secret }) => secret).map(({ span }) => span);
  const printer = new Printer(color, secrets);
  return diagnostics.map((diagnostic) => printer.diagnostic(diagnostic)).join("\n");
}

class Printer {
  readonly #color: boolean;
  readonly #lines = new LineIndex();
  readonly #secrets: readonly Span[];

  constructor(color: boolean, secrets: readonly Span[]) {
    this.#color = color;
    this.#secrets = secrets;
  }

  diagnostic({ code, severity, message, span, notes, help, suggestion }: Diagnostic): string {
    const tint = severity === "error" ? "red" : "yellow";
    const head = `${this.#paint("bold", this.#place(span))}: ${this.#paint(tint, severity)}: ${this.#paint("bold", visible(message))} [${code}]`;
    const parts = [head, ...this.#frame(span, tint), ...notes.flatMap((note) => this.#note(note))];
    if (help !== undefined) parts.push(`  ${this.#paint("cyan", "help")}: ${visible(help)}`);
    if (suggestion !== undefined)
      parts.push(`  ${this.#paint("cyan", "--fix=unsafe")}: ${visible(suggestion.message)}`);
    return `${parts.join("\n")}\n`;
  }

  #note({ message, span }: Note): string[] {
    return [
      `  ${this.#paint("blue", "note")}: ${this.#place(span)}: ${visible(message)}`,
      ...this.#frame(span, "blue"),
    ];
  }

  #place({ source, start }: Span): string {
    const { line, column } = this.#lines.at(source, start);
    return `${visible(source.path)}:${line}:${column}`;
  }

  /** The first line of the span with carets below it; long lines are cut to what surrounds them. */
  #frame({ source, start, end }: Span, tint: Style): string[] {
    const { line, column } = this.#lines.at(source, start);
    const text = this.#hidden(source, start - (column - 1), this.#lines.text(source, line));
    if (text.trim() === "") return [];
    const { before, marked, after } = cut(text, column - 1, end - start);
    const gutter = String(line);
    const indent = before.split("\t").map((part) => " ".repeat(stringWidth(part)));
    const carets = "^".repeat(Math.max(1, stringWidth(marked)));
    return [
      `  ${this.#paint("blue", `${gutter} |`)} ${before}${marked}${after}`,
      `  ${this.#paint("blue", `${" ".repeat(gutter.length)} |`)} ${indent.join("\t")}${this.#paint(tint, carets)}`,
    ];
  }

  /** The line that begins at `start` with asterisks for the secrets in it. */
  #hidden(source: Source, start: number, line: string): string {
    return this.#secrets.reduce((text, secret) => {
      const from = Math.max(0, secret.start - start);
      const to = Math.min(text.length, secret.end - start);
      if (secret.source !== source || from >= to) return text;
      return text.slice(0, from) + "*".repeat(to - from) + text.slice(to);
    }, line);
  }

  #paint(style: Style, text: string): string {
    return this.#color ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** What is shown of a line: all of it, or where it is long, what surrounds the marked part. */
function cut(text: string, start: number, length: number): Readonly<Record<"before" | "marked" | "after", string>> {
  const from = Math.max(0, Math.min(start - widthBefore, text.length - widthOfFrame));
  const isCut = text.length > from + widthOfFrame;
  const last = isCut ? from + widthOfFrame - 1 : text.length;
  const end = Math.min(start + length, last);
  return {
    before: from > 0 ? `…${whole(text.slice(from + 1, start))}` : whole(text.slice(0, start)),
    marked: whole(text.slice(start, end)),
    after: `${whole(text.slice(end, last))}${isCut ? "…" : ""}`,
  };
}

/** Shown of a line that is longer, and of that, before the marked part. */
const widthOfFrame = 120;
const widthBefore = 60;

/** Visible, without the halves of characters that a cut has left at the ends. */
function whole(text: string): string {
  return visible(text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ""));
}

/** Control characters and direction marks would change the terminal or hide text: they are shown as `�`. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return text.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�");
}
