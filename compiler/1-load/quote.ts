import type { Fix } from "../nouns/diagnostic.ts";
import type { Span } from "../nouns/source.ts";

/** A text of one line as YAML in quotes, which are double where nothing in the text needs an escape in them. */
export function quoteYaml(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** The edit that puts what stands at `at` into quotes. */
export function quoting(at: Span, what: string): Fix {
  const text = quoteYaml(at.source.text.slice(at.start, at.end));
  return { message: `quote the ${what}`, edits: [{ span: at, text }] };
}
