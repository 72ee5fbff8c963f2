import type { Plan } from "../../nouns/plan.ts";
import type { Simulated, SimulatedCase } from "../../nouns/test-case.ts";
import { type CaseMaker, caseMaker, type Failures } from "./case-values.ts";
import { secretOf, secretVariables } from "./environment.ts";
import { failuresAt } from "./failures.ts";
import { resultStandard } from "./result-standard.ts";
import { type Finding, Search } from "./search.ts";

/** How a workflow is explored. */
export interface ExploreOptions {
  /** How many cases without failures from outside are tried; those with failures are about as many again. */
  readonly cases: number;
  readonly seed: number;
  /** Runs one case. */
  readonly simulate: (testCase: SimulatedCase) => Promise<Simulated>;
}

/** What exploring a workflow has found, and how many runs that took. */
export interface Explored {
  readonly findings: readonly Finding[];
  readonly runs: number;
  /** Where none of them completed: how the first failed. */
  readonly stopped?: string;
}

/** So many cases for each failure. */
const casesOfFailure = 3;

/**
 * Runs a workflow with inputs and answers of all kinds, with failures one by one and in pairs, and with answers in many
 * orders. What it finds depends on nothing but the workflow and the options.
 */
export async function explore(plan: Plan, { cases, seed, simulate }: ExploreOptions): Promise<Explored> {
  const maker = caseMaker(plan);
  const standard = { ...resultStandard(plan), secrets: secretVariables(plan).map(secretOf) };
  const search = new Search({ seed, simulate, standard });
  await search.through(maker.cases({}), cases);
  for (const failures of failuresOf(maker, plan, cases / casesOfFailure))
    await search.through(maker.cases(failures), casesOfFailure);
  await search.orders(maker, plan);
  return { findings: search.findings, runs: search.runs, ...search.stopped };
}

/** Each failure by itself, then pairs in different places, so many in all. */
function failuresOf({ places }: CaseMaker, plan: Plan, most: number): readonly Failures[] {
  const single = places.flatMap((place) => failuresAt(place, plan));
  const pairs = single.flatMap((first, index) =>
    single.slice(index + 1).flatMap((second) => (placeOf(first) === placeOf(second) ? [] : [{ ...first, ...second }])),
  );
  return [...single, ...pairs.slice(0, Math.max(0, most - single.length))];
}

function placeOf(failures: Failures): string | undefined {
  return Object.keys(failures)[0];
}
