import type { Diagnostic } from "../nouns/diagnostic.ts";
import { LineIndex } from "../nouns/lines.ts";
import type { Span } from "../nouns/source.ts";

/** Diagnostics for programs: one JSON object, positions counted from 1, the end column exclusive (spec section 6). */
export function formatJson(diagnostics: readonly Diagnostic[]): string {
  const lines = new LineIndex();
  const place = ({ source, start, end }: Span) => {
    const from = lines.at(source, start);
    const to = lines.at(source, end);
    return { file: source.path, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  };
  const items = diagnostics.map(({ code, severity, message, span, help, notes }) => ({
    code,
    severity,
    message,
    ...place(span),
    help: help ?? null,
    notes: notes.map((note) => ({ message: note.message, ...place(note.span) })),
  }));
  return `${JSON.stringify({ version: 1, diagnostics: items }, null, 2)}\n`;
}
