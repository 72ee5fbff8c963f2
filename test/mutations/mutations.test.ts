import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { cases, check, fresh, mutators, type Trial, trials } from "./corpus.ts";
import { expectedLines, type Mutation, mutated } from "./mutation.ts";

// Each mistake of the corpus must be found, on its line, by one diagnostic and no more.

const leastOfACase = 12;
const leastFound = 0.97;
/** Milliseconds: thousands of workflows are checked, maybe on a busy machine. */
const patience = 300_000;

describe("clean workflows", () => {
  test.each(cases.filter(({ name }) => name.startsWith("examples/")))("$name has no diagnostics", ({ sources }) => {
    expect(check(sources)).toEqual([]);
  });

  test.each(cases)("$name has no errors", ({ sources }) => {
    expect(check(sources).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

test("every workflow can be broken in enough ways", () => {
  const few = cases.filter((clean) => trials.filter((trial) => trial.clean === clean).length < leastOfACase);
  expect(few.map(({ name }) => name)).toEqual([]);
});

test("every kind of mistake can be made somewhere", () => {
  const made = new Set(trials.map(({ kind }) => kind));
  expect(mutators.map(({ kind }) => kind).filter((kind) => !made.has(kind))).toEqual([]);
});

test(
  "mistakes are found: one diagnostic each, on the right line",
  () => {
    const misses = new Map<Trial, string>();
    for (const trial of trials) {
      const found = fresh(trial.clean, trial.mutation, check(mutated(trial.clean.sources, trial.mutation)));
      if (!isFound(trial.mutation, found)) misses.set(trial, report(trial, found));
    }
    const rows = mutators.map(({ kind }) => {
      const tried = trials.filter((trial) => trial.kind === kind);
      const found = tried.filter((trial) => !misses.has(trial)).length;
      return `${`${found}/${tried.length}`.padStart(9)}  ${kind}`;
    });
    const share = 1 - misses.size / trials.length;
    console.log(`${rows.join("\n")}\n${trials.length} mistakes, ${(100 * share).toFixed(2)} % found`);
    expect(share, [...misses.values()].join("\n\n")).toBeGreaterThanOrEqual(leastFound);
  },
  patience,
);

function isFound(mutation: Mutation, found: readonly Diagnostic[]): boolean {
  const [first, second] = found;
  if (first === undefined || second !== undefined || !mutation.codes.includes(first.code)) return false;
  return expectedLines(mutation).includes(new LineIndex().at(first.span.source, first.span.start).line);
}

function report({ clean, kind, mutation }: Trial, found: readonly Diagnostic[]): string {
  const lines = new LineIndex();
  const edits = mutation.edits.map(({ start, end, text }) => {
    const line = lines.at(mutation.source, start).line;
    return `  line ${line}: ${JSON.stringify(mutation.source.text.slice(start, end))} becomes ${JSON.stringify(text)}`;
  });
  const said = found.map(
    ({ code, message, span }) => `  ${span.source.name}:${lines.at(span.source, span.start).line} ${message} [${code}]`,
  );
  const wanted = `  wanted ${mutation.codes.join(" or ")} on line ${[...new Set(expectedLines(mutation))].join(" or ")}`;
  return [`${kind} in ${clean.name}/${mutation.source.name}`, ...edits, wanted, ...said].join("\n");
}
