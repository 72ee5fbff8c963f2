import { type CorpusCase, casesOf } from "./corpus-case.ts";
import { type Found, foundIn, foundLine } from "./found-in.ts";
import { type Place, placeCase } from "./placed-case.ts";

/** What became of a seeded mistake. */
export interface Mistaken {
  readonly name: string;
  /** Whether a finding has one of the mistake's codes. */
  readonly isReported: boolean;
  /** Whether such a finding stands at a marked place. */
  readonly isExact: boolean;
  /** Whether nothing else was found. */
  readonly isAlone: boolean;
  readonly why: readonly string[];
}

/** Checks every workflow of the corpus `mistakes`. */
export async function mistakes(): Promise<readonly Mistaken[]> {
  const all: Mistaken[] = [];
  for (const one of casesOf("mistakes")) {
    using placed = placeCase(one);
    all.push(mistaken(one, await foundIn(placed.folder), placed.places));
  }
  return all;
}

function mistaken(one: CorpusCase, found: readonly Found[], places: readonly Place[]): Mistaken {
  const codes = one.code === undefined ? undefined : [one.code].flat();
  const fitting = found.filter(({ code }) => codes?.includes(code) ?? true);
  return {
    name: `${one.group}: ${one.name}`,
    isReported: fitting.length > 0,
    isExact: fitting.some((item) => places.some((place) => isAt(item, place))),
    isAlone: found.length === 1,
    why: [
      ...found.map(foundLine),
      `expected: ${places.map(({ file, line, column }) => `${file}:${line}:${column}`).join(" or ")} ${codes?.join(" or ") ?? ""}`,
    ],
  };
}

function isAt(found: Found, { file, line, column }: Place): boolean {
  return found.file === file && found.line === line && found.column === column;
}
