import { lettersOf } from "./slip.ts";

/** Names among which the nearest to others is looked for, many times. Questions are answered once for each name. */
export class NearIndex {
  readonly #candidates: readonly { readonly name: string; readonly letters: number; readonly word: string }[];
  readonly #answers = new Map<string, Answer>();

  constructor(candidates: Iterable<string>) {
    this.#candidates = [...candidates].map((name) => ({ name, letters: bitsOf(name), word: lettersOf(name) }));
  }

  /**
   * The candidate that `name` was most likely meant to be: at most `limit` edits away (insertion, deletion,
   * substitution, swap of neighbours), one for every three letters, or the same but for case and separators. Two edits
   * make a near name only of a longer word that begins alike: "session" is not "version", nor "rules" "routes".
   */
  nearest(name: string): string | undefined {
    return this.#answer(name).name;
  }

  /** The nearest candidate where no other is near, too: what a fix may put in the place of `name`. */
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
    const letters = bitsOf(name);
    const word = lettersOf(name);
    let best: string | undefined;
    let rivals = false;
    let bestDistance = limit + 1;
    for (const candidate of this.#candidates) {
      if (candidate.name === name || differing(candidate.letters, letters) > 2 * limit) continue;
      const distance = candidate.word === word ? 0 : editDistance(name, candidate.name);
      if (distance > limit || !isNear(name, candidate.name, distance)) continue;
      // The same word in other letters has no rival but another such one.
      rivals = best !== undefined && (Math.min(distance, bestDistance) > 0 || distance === bestDistance);
      if (distance < bestDistance) best = candidate.name;
      bestDistance = Math.min(distance, bestDistance);
    }
    return { name: best, rivals };
  }
}

interface Answer {
  readonly name: string | undefined;
  /** True where another candidate is near too. */
  readonly rivals: boolean;
}

/** Edits up to which one name is near to another. */
const limit = 2;

/** Words that are this long may have two edits. */
const long = 7;

function isNear(name: string, candidate: string, distance: number): boolean {
  const longest = Math.max(name.length, candidate.length);
  if (distance * 3 > longest) return false;
  return distance < 2 || (longest >= long && name.charAt(0).toLowerCase() === candidate.charAt(0).toLowerCase());
}

/** The nearest of a few candidates; see `NearIndex`. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  return new NearIndex(candidates).nearest(name);
}

/**
 * True where one name is most likely a slip for the other: two neighbours are swapped, or both are longer than five letters
 * and one edit apart, or the same but for case. Shorter names are one edit apart by chance, and what differs by a final s is
 * another word.
 */
export function isNearMiss(name: string, other: string): boolean {
  if (isSwapped(name, other)) return true;
  if (Math.min(name.length, other.length) <= 5 || `${name}s` === other || name === `${other}s`) return false;
  return name.toLowerCase() === other.toLowerCase() || editDistance(name, other) === 1;
}

/** True where the names differ in two neighbouring letters that have changed places. */
function isSwapped(name: string, other: string): boolean {
  const at = [...name].findIndex((letter, index) => letter !== other[index]);
  if (at < 0 || name.length < 4 || name.length !== other.length) return false;
  return name === other.slice(0, at) + (other[at + 1] ?? "") + (other[at] ?? "") + other.slice(at + 2);
}

/** `did you mean "x"?` for the nearest candidate, else undefined: the usual help of an unknown name. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/**
 * Up to `most` names that are like this one, the likest first: two letters in five of the shorter one may differ, or
 * one holds the other.
 */
export function likest(name: string, candidates: Iterable<string>, most: number): readonly string[] {
  const furthest = 0.4;
  const word = lettersOf(name);
  const ranked = [...candidates].map((candidate) => {
    const other = lettersOf(candidate);
    const isPart = Math.min(word.length, other.length) > 2 && (word.includes(other) || other.includes(word));
    const shortest = Math.min(word.length, other.length);
    return { candidate, rank: isPart ? 0 : editDistance(word, other, Math.floor(shortest / 2)) / shortest };
  });
  const like = ranked.filter(({ rank }) => rank <= furthest).sort((first, second) => first.rank - second.rank);
  return like.slice(0, most).map(({ candidate }) => candidate);
}

/** A bit for each letter of a name, whatever its case: an edit changes two of them at most. */
function bitsOf(name: string): number {
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

/** Optimal string alignment distance; anything above `most` comes back as `most + 1`. */
function editDistance(from: string, to: string, most: number = limit): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
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
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}
