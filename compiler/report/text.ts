import type { Diagnostic, Note } from "../diagnostic.ts";
import { LineIndex } from "../lines.ts";
import type { Span } from "../source.ts";

const red = "\x1b[31m";
const yellow = "\x1b[33m";
const blue = "\x1b[34m";
const cyan = "\x1b[36m";
const bold = "\x1b[1m";
const reset = "\x1b[0m";

/** Diagnostics as people read them: `path:line:col: severity: message [code]`, the line with a caret, notes, help. */
export function formatText(diagnostics: readonly Diagnostic[], color: boolean): string {
  const printer = new Printer(color);
  return diagnostics.map((diagnostic) => printer.diagnostic(diagnostic)).join("\n");
}

class Printer {
  readonly #color: boolean;
  readonly #lines = new LineIndex();

  constructor(color: boolean) {
    this.#color = color;
  }

  diagnostic({ code, severity, message, span, notes, help }: Diagnostic): string {
    const tint = severity === "error" ? red : yellow;
    const head = `${this.#paint(bold, this.#place(span))}: ${this.#paint(tint, severity)}: ${this.#paint(bold, visible(message))} [${code}]`;
    const parts = [head, ...this.#frame(span, tint), ...notes.flatMap((note) => this.#note(note))];
    if (help !== undefined) parts.push(`  ${this.#paint(cyan, "help")}: ${visible(help)}`);
    return `${parts.join("\n")}\n`;
  }

  #note({ message, span }: Note): string[] {
    return [`  ${this.#paint(blue, "note")}: ${this.#place(span)}: ${visible(message)}`, ...this.#frame(span, blue)];
  }

  #place({ source, start }: Span): string {
    const { line, column } = this.#lines.at(source, start);
    return `${visible(source.path)}:${line}:${column}`;
  }

  /** The first line of the span with carets below it; long lines are cut to what surrounds them. */
  #frame({ source, start, end }: Span, tint: string): string[] {
    const { line, column } = this.#lines.at(source, start);
    const text = this.#lines.text(source, line);
    if (text.trim() === "") return [];
    const offset = Math.max(0, column - 1 - 60);
    const shown = text.slice(offset, offset + 120);
    const indent = text.slice(offset, column - 1).replaceAll(/[^\t]/g, " ");
    const width = Math.max(1, Math.min(end - start, text.length - (column - 1), offset + 120 - (column - 1)));
    const gutter = String(line);
    return [
      `  ${this.#paint(blue, `${gutter} |`)} ${visible(shown)}`,
      `  ${this.#paint(blue, `${" ".repeat(gutter.length)} |`)} ${indent}${this.#paint(tint, "^".repeat(width))}`,
    ];
  }

  #paint(style: string, text: string): string {
    return this.#color ? `${style}${text}${reset}` : text;
  }
}

/** Control characters and direction marks would change the terminal or hide text: they are shown as `�`. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return text.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�");
}
