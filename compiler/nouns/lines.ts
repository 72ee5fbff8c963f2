import type { Source } from "./source.ts";

/** A place as people name it: both counted from 1, the column in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns. One is made for each use; it indexes a source when first asked about it. */
export class LineIndex {
  readonly #starts = new Map<Source, readonly number[]>();

  /** The line and column of an offset. */
  at(source: Source, offset: number): LineColumn {
    const starts = this.#startsOf(source);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** The text of a line, counted from 1, without its end. */
  text(source: Source, line: number): string {
    const starts = this.#startsOf(source);
    return source.text.slice(starts[line - 1], starts[line] ?? source.text.length).replace(/\r?\n$/, "");
  }

  #startsOf(source: Source): readonly number[] {
    const known = this.#starts.get(source);
    if (known !== undefined) return known;
    const starts = [0];
    for (let end = source.text.indexOf("\n"); end !== -1; end = source.text.indexOf("\n", end + 1))
      starts.push(end + 1);
    this.#starts.set(source, starts);
    return starts;
  }
}
