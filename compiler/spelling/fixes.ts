import type { DiagnosticExtras, Fix } from "../nouns/diagnostic.ts";
import type { Span } from "../nouns/source.ts";
import { NearIndex } from "./nearest.ts";
import { isSlip, type Vocabulary } from "./slip.ts";

/**
 * `did you mean "x"?` for the nearest of the known names. The change that writes it is a fix where the name is certainly
 * that one with a slip in it (slip.ts), else a suggestion.
 */
export function spelling(
  name: string,
  known: Iterable<string> | NearIndex,
  at: Span,
  vocabulary: Vocabulary = "named",
): DiagnosticExtras {
  const index = known instanceof NearIndex ? known : new NearIndex(known);
  const near = index.nearest(name);
  if (near === undefined) return {};
  const change = renaming(name, index, at);
  const certain = isSlip(name, near, vocabulary);
  return { help: `did you mean "${near}"?`, [certain ? "fix" : "suggestion"]: change };
}

/** As `spelling`, for a name that may as well be meant as it stands: the change is never made without asking. */
export function guess(name: string, known: Iterable<string> | NearIndex, at: Span): DiagnosticExtras {
  const { help, fix, suggestion } = spelling(name, known, at);
  return help === undefined ? {} : { help, suggestion: fix ?? suggestion };
}

/**
 * Writes the nearest of the known names in the place of `name`. Undefined where another is near too, and where the text at
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

/** A word that stands for itself in YAML, in quotes and in expressions. */
export function isPlainWord(word: string): boolean {
  return /^[A-Za-z_][\w./-]*$/.test(word) && !/^(?:true|false|null|yes|no|on|off)$/i.test(word);
}
