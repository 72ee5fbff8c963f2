/** Names among which the nearest to others is looked for, many times. Questions are answered once for each name. */
export class NearIndex {
  readonly #candidates: readonly { readonly name: string; readonly letters: number }[];
  readonly #answers = new Map<string, Answer>();

  constructor(candidates: Iterable<string>) {
    this.#candidates = [...candidates].map((name) => ({ name, letters: lettersOf(name) }));
  }

  /**
   * The candidate that `name` was most likely meant to be: at most `limit` edits away (insertion, deletion,
   * substitution, swap of neighbours), one for every three letters, or the same but for case.
   */
  nearest(name: string): string | undefined {
    return this.#answer(name).name;
  }

  /** The nearest candidate where no other is as near: what a fix may put in the place of `name`. */
  clear(name: string): string | undefined {
    const answer = this.#answer(name);
    return answer.rivals ? undefined : answer.name;
  }

  #answer(name: string): Answer {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = this.#search(name);
    this.#answers.set(name, answer);
    return answer;
  }

  #search(name: string): Answer {
    const letters = lettersOf(name);
    let best: string | undefined;
    let rivals = false;
    let bestDistance = limit + 1;
    for (const candidate of this.#candidates) {
      if (candidate.name === name || differing(candidate.letters, letters) > 2 * limit) continue;
      const distance = sameButCase(candidate.name, name) ? 0 : editDistance(name, candidate.name);
      const longest = Math.max(name.length, candidate.name.length);
      if (distance > bestDistance || distance * 3 > longest) continue;
      rivals = distance === bestDistance && candidate.name !== best;
      if (distance < bestDistance) best = candidate.name;
      bestDistance = distance;
    }
    return { name: best, rivals };
  }
}

interface Answer {
  readonly name: string | undefined;
  /** True where another candidate is as near. */
  readonly rivals: boolean;
}

/** Edits up to which one name is near to another. */
const limit = 2;

/** The nearest of a few candidates; see `NearIndex`. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return new NearIndex(candidates).nearest(name);
}

/** `did you mean "x"?` for the nearest candidate, else undefined: the usual help of an unknown name. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** A bit for each letter of a name, whatever its case: an edit changes two of them at most. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let index = 0; index < name.length; index += 1) letters |= 1 << (name.charCodeAt(index) & 31);
  return letters;
}

function differing(first: number, second: number): number {
  let bits = first ^ second;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

function sameButCase(first: string, second: string): boolean {
  return first.length === second.length && first.toLowerCase() === second.toLowerCase();
}

/** Optimal string alignment distance; anything above `limit` comes back as `limit + 1`. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      let value = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + cost);
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) value = Math.min(value, at(beforeLast, column - 2) + 1);
      current.push(value);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
