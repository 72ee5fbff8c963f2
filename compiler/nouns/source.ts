/** A text file given to the compiler. */
export interface Source {
  /** As shown to the user: relative to the working folder where that is shorter, `/`-separated. */
  readonly path: string;
  /** Relative to the workflow's folder, `/`-separated: the same wherever the folder lies, so it may enter a bundle. */
  readonly name: string;
  readonly text: string;
}

/** A half-open range of UTF-16 offsets into one source. Line and column exist only in report/. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** The range from offset `start` up to, and not including, `end` of `source`. */
export function span(source: Source, start: number, end: number): Span {
  return { source, start, end };
}

/** A piece of text with its position. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}
