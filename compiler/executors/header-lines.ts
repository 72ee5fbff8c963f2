import type { Report } from "../nouns/diagnostic.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";

/**
 * Reports headers of these names, in lower case with why they cannot be set, and line breaks in values: one in the middle
 * would start another header; one at the end is dropped.
 */
export function checkHeaders(
  headers: ValueSyntax | undefined,
  reserved: ReadonlyMap<string, string>,
  report: Report,
): void {
  if (headers?.kind !== "map") return;
  for (const { key, value } of headers.entries) {
    const why = reserved.get(key.value.toLowerCase());
    if (why !== undefined) report("invalid-http", key.span, `the header "${key.value}" cannot be set: ${why}`);
    const parts = value.kind === "template" ? value.parts : value.kind === "literal" ? [String(value.value)] : [];
    const text = parts.map((part) => (typeof part === "string" ? part : "…")).join("");
    if (/[\r\n]/.test(text.trim())) {
      report("invalid-http", value.span, `the header "${key.value}" has a line break in its value`);
    }
  }
}
