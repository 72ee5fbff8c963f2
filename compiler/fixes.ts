import type { DiagnosticExtras, Fix } from "./diagnostic.ts";
import { NearIndex } from "./nearest.ts";
import type { Span } from "./source.ts";

/** `did you mean "x"?` for the nearest of the known names, with the fix that writes it where it is clear. */
export function spelling(name: string, known: Iterable<string> | NearIndex, at: Span): DiagnosticExtras {
  const index = known instanceof NearIndex ? known : new NearIndex(known);
  const near = index.nearest(name);
  return near === undefined ? {} : { help: `did you mean "${near}"?`, fix: renaming(name, index, at) };
}

/**
 * Writes the nearest of the known names in the place of `name`. Undefined where two are as near, and where the text at
 * `at` is not the name as it stands (in quotes or bare): behind escapes and aliases nothing is changed.
 */
export function renaming(name: string, known: Iterable<string> | NearIndex, at: Span): Fix | undefined {
  const near = (known instanceof NearIndex ? known : new NearIndex(known)).clear(name);
  const raw = at.source.text.slice(at.start, at.end);
  const quote = raw.length === name.length + 2 && /^["'`]/.test(raw) ? raw.charAt(0) : "";
  if (near === undefined || raw !== `${quote}${name}${quote}` || !isPlainWord(near)) return undefined;
  const span = { source: at.source, start: at.start + quote.length, end: at.end - quote.length };
  return { message: `write "${near}" for "${name}"`, edits: [{ span, text: near }] };
}

/** Makes `expression` the argument of a call, such as `quote(…)`. Undefined where the text there is not `text`. */
export function wrapping(name: string, expression: Span, text: string): Fix | undefined {
  const { source, start, end } = expression;
  if (source.text.slice(start, end) !== text || text === "") return undefined;
  const edits = [
    { span: { source, start, end: start }, text: `${name}(` },
    { span: { source, start: end, end }, text: ")" },
  ];
  return { message: `wrap it in ${name}(…)`, edits };
}

/** A word that stands for itself in YAML, in quotes and in expressions. */
export function isPlainWord(word: string): boolean {
  return /^[A-Za-z_][\w./-]*$/.test(word) && !/^(?:true|false|null|yes|no|on|off)$/i.test(word);
}
