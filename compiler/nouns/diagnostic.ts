import { codePointName } from "./code-point-name.ts";
import { type Code, codes, type Severity } from "./codes.ts";
import type { Span } from "./source.ts";

/** One finding. Offsets only: report/ turns spans into lines and columns. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What was found, in quotes, and what was allowed or the nearest name. One sentence, no full stop. */
  readonly message: string;
  readonly span: Span;
  /** Second places that explain the first, such as each edge of a cycle. */
  readonly notes: readonly Note[];
  /** What to write instead, ready to be pasted. */
  readonly help?: string;
  /** True where the span is a secret: what shows lines of the file hides it in all of them. */
  readonly secret?: boolean;
  /** Changes to the files that certainly fix it and change nothing that works: `flowc check --fix` makes them. */
  readonly fix?: Fix;
  /** Changes that may fix it, or may change what is meant as it is: nothing makes them without being asked. */
  readonly suggestion?: Fix;
}

/** The fix of a finding: all edits or none. */
export interface Fix {
  /** What it does, such as `add "build" to requires`. */
  readonly message: string;
  readonly edits: readonly Edit[];
}

/** Replaces what stands at `span` (empty: inserts there). */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

export interface Note {
  readonly message: string;
  readonly span: Span;
}

/** What may be said beside the message of a diagnostic. `severity` overrides the one in the table of codes. */
export interface DiagnosticExtras {
  readonly notes?: readonly Note[];
  readonly help?: string | undefined;
  readonly fix?: Fix | undefined;
  readonly suggestion?: Fix | undefined;
  readonly secret?: boolean;
  readonly severity?: Severity;
}

/** Takes findings; a phase reports and goes on. Never throws. */
export type Report = (code: Code, span: Span, message: string, extras?: DiagnosticExtras) => void;

/** A finding of `code` at `span`, with the severity that the table of codes gives unless `extras` says otherwise. */
export function diagnostic(code: Code, at: Span, message: string, extras: DiagnosticExtras = {}): Diagnostic {
  return {
    code,
    severity: extras.severity ?? codes[code].severity,
    message: visible(shortened(message)),
    span: at,
    notes: extras.notes ?? [],
    ...(extras.help === undefined ? {} : { help: visible(extras.help) }),
    ...(extras.fix === undefined ? {} : { fix: extras.fix }),
    ...(extras.suggestion === undefined ? {} : { suggestion: extras.suggestion }),
    ...(extras.secret === true ? { secret: true } : {}),
  };
}

/** A word of the user's that is longer than anybody reads is cut. */
function shortened(message: string): string {
  return message.replaceAll(/\S{120,}/g, (word) => `${word.slice(0, 80)}…${word.slice(-1)}`);
}

/** All but line ends and joiners, which texts of many languages need. */
const hidden = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Characters of the user's that nobody sees, or that turn the text around them, by their numbers: `U+202E`. */
function visible(text: string): string {
  return text.replaceAll(hidden, codePointName);
}
