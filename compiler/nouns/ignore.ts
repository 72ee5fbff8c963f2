import type { Diagnostic } from "./diagnostic.ts";
import type { Located, Span } from "./source.ts";

/** A comment `# flowc-ignore CODE, … -- reason`. */
export interface Ignore {
  /** The comment. */
  readonly span: Span;
  /** Where it silences what starts there; undefined for a comment that stands behind a value, which silences nothing. */
  readonly covers: Span | undefined;
  readonly codes: readonly Located<string>[];
  readonly reason: string | undefined;
}

/** A finding that a comment keeps from being reported. */
export interface Silenced {
  readonly diagnostic: Diagnostic;
  readonly by: Ignore;
  /** What in the comment names it. */
  readonly code: Located<string>;
}
