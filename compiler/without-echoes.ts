import type { Diagnostic } from "./diagnostic.ts";
import type { Span } from "./source.ts";

/** A `set` in an expression that cannot be read stores nothing: reads of what it would have stored are not reported as well. */
export function withoutEchoes(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const unreadable = found.filter(({ code }) => code === "expression-syntax" || code === "unterminated-template");
  const texts = new Set(unreadable.map(({ span }) => span.source.text));
  if (texts.size === 0) return found;
  const stored = new Set([...texts].flatMap((text) => [...text.matchAll(storing)].map(([, name]) => name)));
  return found.filter(({ code, span }) => code !== "unknown-name" || !stored.has(nameAt(span)));
}

/** As it stands in the file, where YAML may have doubled or escaped the quotes. */
const storing = /\bset\(\s*['"`\\]+([^'"`\\]*)/g;

function nameAt({ source, start, end }: Span): string {
  return source.text.slice(start, end).replaceAll(/^['"`\\]+|['"`\\]+$/g, "");
}
