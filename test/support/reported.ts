import type { ComponentSources } from "../../compiler/1-load/reader.ts";
import type { Languages } from "../../compiler/languages/languages.ts";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { checkText } from "./check-text.ts";

/** The findings of one code, with the notes below each: `line:column message`, and first the file where it is another. */
export function reported(text: string, code: string, components: readonly ComponentSources[] = []): readonly string[] {
  const lines = new LineIndex();
  const line = ({ span, message }: Pick<Diagnostic, "span" | "message">) => {
    const at = lines.at(span.source, span.start);
    const file = span.source.name === "workflow.yaml" ? "" : `${span.source.name}:`;
    return `${file}${at.line}:${at.column} ${message}`;
  };
  const all = checkText(text, undefined, components).diagnostics;
  const unreadable = all.find((finding) => finding.code !== code && syntaxCodes.has(finding.code));
  if (unreadable !== undefined) throw new Error(`${line(unreadable)} in ${text}`);
  const found = all.filter((finding) => finding.code === code);
  return found.flatMap((finding) => [line(finding), ...finding.notes.map((note) => `  ${line(note)}`)]);
}

/** What a test that is about something else does not mean to have. */
const syntaxCodes = new Set(["yaml-syntax", "schema", "unknown-key", "expression-syntax", "unterminated-template"]);

/** The text with all changes made that findings of a code suggest. */
export function mended(text: string, code: string): string {
  const found = checkText(text).diagnostics.filter((finding) => finding.code === code);
  const edits = found.flatMap(({ suggestion }) => suggestion?.edits ?? []);
  const ordered = edits.toSorted((first, second) => second.span.start - first.span.start);
  return ordered.reduce((whole, { span, text: put }) => whole.slice(0, span.start) + put + whole.slice(span.end), text);
}

/** The findings of one code as `reported` has them, without notes, where these languages are known. */
export function foundWith(languages: Languages, text: string, code: string): readonly string[] {
  const lines = new LineIndex();
  return checkText(text, undefined, [], languages).diagnostics.flatMap((finding) => {
    const { line, column } = lines.at(finding.span.source, finding.span.start);
    return finding.code === code ? [`${line}:${column} ${finding.message}`] : [];
  });
}
