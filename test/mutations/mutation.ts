import type { WorkflowSources } from "../../compiler/1-load/read-sources.ts";
import type { Code } from "../../compiler/nouns/codes.ts";
import type { Source } from "../../compiler/nouns/source.ts";
import type { Case } from "./case.ts";

/** One mistake made in a clean workflow, and what must be said of it. */
export interface Mutation {
  readonly source: Source;
  readonly edits: readonly TextEdit[];
  /** Offsets in the text as it was; the finding must be on the line of one of them. */
  readonly at: readonly number[];
  readonly codes: readonly Code[];
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One kind of mistake: every way to make it in a workflow. */
export interface Mutator {
  readonly kind: string;
  /** True where `flowc check --fix` takes it back. */
  readonly fixable?: boolean;
  readonly mutations: (clean: Case, random: Random) => readonly Mutation[];
}

/** Numbers from 0 to 1, always the same for one seed. */
export type Random = () => number;

/** A mistake made by one edit, to be found on its line. */
export function mutation(source: Source, edit: TextEdit, codes: readonly Code[], at = edit.start): Mutation {
  return { source, edits: [edit], at: [at], codes };
}

/** The workflow with the mistake in it. */
export function mutated(sources: WorkflowSources, { source, edits }: Mutation): WorkflowSources {
  const changed = { ...source, text: edited(source.text, edits) };
  const replace = (file: Source) => (file === source ? changed : file);
  return { ...sources, workflow: replace(sources.workflow), resources: sources.resources.map(replace) };
}

/** The lines on which the finding may be, in the text with the mistake. */
export function expectedLines({ source, edits, at }: Mutation): readonly number[] {
  return at.map((offset) => {
    const before = edits.filter(({ start, end }) => end <= offset && !(start === end && start === offset));
    const shifted = before.reduce((sum, { start, end, text }) => sum + text.length - (end - start), offset);
    return edited(source.text, edits).slice(0, shifted).split("\n").length;
  });
}

/** A word with one slip of the fingers in it that makes none of the taken words. */
export function typo(word: string, taken: Iterable<string>, random: Random): string | undefined {
  const words = new Set(taken).add(word);
  const letters = [...word];
  const ways = letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    const head = letters.slice(0, index).join("");
    const tail = letters.slice(index + 1).join("");
    const swapped = next === undefined ? [] : [`${head}${next}${letter}${tail.slice(next.length)}`];
    return [...swapped, `${head}${letter}${letter}${tail}`, ...(index > 0 ? [`${head}${tail}`] : [])];
  });
  const usable = ways.filter((way) => !words.has(way) && /^\w[\w.-]*$/.test(way));
  return word.length < 3 ? undefined : usable[Math.floor(random() * usable.length)];
}

/** A source of numbers for a seed (mulberry32). */
export function randomFrom(seed: string): Random {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Up to `count` of the items, in their order. */
export function sample<Item>(items: readonly Item[], count: number, random: Random): readonly Item[] {
  const chosen = items.map((item, index) => ({ item, index, rank: random() })).sort((a, b) => a.rank - b.rank);
  return chosen
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}

/** The text with the edits made. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const backwards = edits.toSorted((first, second) => second.start - first.start);
  return backwards.reduce((result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end), text);
}
