import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { WorkflowSources } from "../../compiler/1-load/read-sources.ts";
import { checkWorkflowWith } from "../../compiler/compile.ts";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { root } from "../support/flowc.ts";
import { languages } from "../support/grammars.ts";
import { type Case, readCase } from "./case.ts";
import { documentMutators } from "./document-mutators.ts";
import { expressionMutators } from "./expression-mutators.ts";
import { graphMutators } from "./graph-mutators.ts";
import { type Mutation, type Mutator, randomFrom, sample } from "./mutation.ts";
import { safetyMutators } from "./safety-mutators.ts";

/** Every kind of mistake. */
export const mutators: readonly Mutator[] = [
  ...documentMutators,
  ...graphMutators,
  ...expressionMutators,
  ...safetyMutators,
];

/** Where the built compiler is. */
export const packageFolder = join(root, "dist");

const mostOfAKind = 2;

/** Every example and every workflow of test/fixtures/ok. */
export const cases: readonly Case[] = ["examples", "test/fixtures/ok"].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => readCase(`${parent}/${name}`)),
);

/** A mistake with the workflow that it was made in. */
export interface Trial {
  readonly clean: Case;
  readonly kind: string;
  readonly isFixable: boolean;
  readonly mutation: Mutation;
}

/** Every workflow broken in every way that its text allows, by program and always in the same ways. */
export const trials: readonly Trial[] = cases.flatMap((clean) =>
  mutators.flatMap(({ kind, fixable: isFixable = false, mutations }) => {
    const random = randomFrom(`${clean.name} ${kind}`);
    const all = mutations(clean, random);
    return sample(all, mostOfAKind, random).map((mutation) => ({ clean, kind, isFixable, mutation }));
  }),
);

/** What flowc finds. */
export function check(sources: WorkflowSources): readonly Diagnostic[] {
  return checkWorkflowWith(languages, sources, packageFolder).diagnostics;
}

const before = new Map(cases.map((clean) => [clean, check(clean.sources)]));

/**
 * The findings that the clean workflow does not have. Those of a line that is as it was come first: a warning may have
 * moved. A copy of a part brings the warnings of that part again.
 */
export function fresh(clean: Case, mutation: Mutation, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = before.get(clean) ?? [];
  const copies = mutation.edits.some(({ text }) => text.split("\n").length > 2) ? 2 : 1;
  const left = new Map<string, number>();
  for (const item of known) left.set(saying(item), (left.get(saying(item)) ?? 0) + copies);
  const lines = new Set(known.map(lineText));
  const ordered = found.toSorted((a, b) => Number(lines.has(lineText(b))) - Number(lines.has(lineText(a))));
  return ordered.filter((item) => {
    const count = left.get(saying(item)) ?? 0;
    left.set(saying(item), count - 1);
    return count <= 0;
  });
}

function saying({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

function lineText({ span }: Diagnostic): string {
  const lines = new LineIndex();
  return lines.text(span.source, lines.at(span.source, span.start).line);
}
