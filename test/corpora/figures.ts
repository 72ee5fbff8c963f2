import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Attacked, makeAttack } from "./attack.ts";
import { casesOf, corporaFolder } from "./corpus-case.ts";
import { type Found, foundIn, foundLine, isAboutOutside } from "./found-in.ts";
import { type Mistaken, mistakes } from "./mistakes.ts";
import { placeCase } from "./placed-case.ts";

/** What is asked of each corpus. Shares are of all its cases. */
export const aims = {
  /** Correct workflows that draw a diagnostic under `--strict`. */
  correct: { cases: 120, reported: 0 },
  mistakes: { cases: 250, reported: 0.95, exact: 0.9 },
  attacks: { cases: 200, silent: 0 },
  safe: { cases: 80, reported: 2 },
} as const;

/** A case that is not as it should be. */
export interface Miss {
  readonly name: string;
  readonly why: readonly string[];
}

/** How many cases a corpus has, and those that are not as they should be, by what is wrong with them. */
export interface Figures {
  readonly cases: number;
  readonly misses: Readonly<Record<string, readonly Miss[]>>;
}

/** The kinds of corpora. */
export type Corpus = keyof typeof aims;

/** Measures a corpus. */
export const figuresOf: Readonly<Record<Corpus, () => Promise<Figures>>> = {
  correct: correctFigures,
  mistakes: mistakeFigures,
  attacks: attackFigures,
  safe: safeFigures,
};

/** The attacks that check says nothing of, without making any of them. */
export function silentAttacks(): Promise<Figures> {
  return checkFigures("attacks", "silent", (found) => !found.some(isAboutOutside));
}

/** The workflows of the corpus `correct`: files, and folders that hold more than one. */
export function correctWorkflows(): readonly string[] {
  return readdirSync(join(corporaFolder, "correct")).sort();
}

async function correctFigures(): Promise<Figures> {
  const workflows = correctWorkflows();
  const reported: Miss[] = [];
  for (const name of workflows) {
    const found = await foundIn(join(corporaFolder, "correct"), name);
    if (found.length > 0) reported.push({ name, why: found.map(foundLine) });
  }
  return { cases: workflows.length, misses: { reported } };
}

function safeFigures(): Promise<Figures> {
  return checkFigures("safe", "reported", (found) => found.length > 0);
}

/** The cases of a corpus of which check finds what it should not. */
async function checkFigures(
  corpus: "attacks" | "safe",
  wrong: string,
  isMiss: (found: readonly Found[]) => boolean,
): Promise<Figures> {
  const cases = casesOf(corpus);
  const misses: Miss[] = [];
  for (const one of cases) {
    using placed = placeCase(one);
    const found = await foundIn(placed.folder);
    if (isMiss(found)) misses.push({ name: `${one.group}: ${one.name}`, why: found.map(foundLine) });
  }
  return { cases: cases.length, misses: { [wrong]: misses } };
}

async function mistakeFigures(): Promise<Figures> {
  const all = await mistakes();
  const those = (which: (one: Mistaken) => boolean) => all.filter(which).map(({ name, why }) => ({ name, why }));
  return {
    cases: all.length,
    misses: {
      unreported: those(({ isReported }) => !isReported),
      inexact: those(({ isReported, isExact }) => isReported && !isExact),
      several: those(({ isReported, isAlone }) => isReported && !isAlone),
    },
  };
}

async function attackFigures(): Promise<Figures> {
  const cases = casesOf("attacks");
  const made = await inPool(cases, makeAttack);
  const those = (which: (one: Attacked) => boolean) =>
    made.filter(which).map(({ attack: { group, name }, found, said }) => ({
      name: `${group}: ${name}`,
      why: [...found.map(foundLine), said.trim().slice(0, mostSaid)],
    }));
  return {
    cases: cases.length,
    misses: {
      silent: those(({ isReported, state }) => !isReported && state === "executed"),
      harmless: those(({ state }) => state === "harmless"),
      untried: those(({ state }) => state === "untried"),
    },
  };
}

const mostSaid = 300;

/** Two at a time: an attack waits for a process most of its time. */
async function inPool<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
