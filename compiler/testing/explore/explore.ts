import * as fc from "fast-check";
import type { Plan } from "../../nouns/plan.ts";
import type { Simulated, SimulatedCase } from "../../nouns/test-case.ts";
import { type CaseMaker, caseMaker, type Failures } from "./case-values.ts";
import { secretOf, secretVariables } from "./environment.ts";
import { failuresAt } from "./failures.ts";
import { type Fault, judge, type Standard } from "./judge.ts";
import { resultStandard } from "./result-standard.ts";

/** How a workflow is explored. */
export interface ExploreOptions {
  /** How many cases without failures from outside are tried; those with failures are as many again. */
  readonly cases: number;
  readonly seed: number;
  /** Runs one case. */
  readonly simulate: (testCase: SimulatedCase) => Promise<Simulated>;
}

/** A fault, and the smallest case found that shows it. */
export interface Finding extends Fault {
  readonly testCase: SimulatedCase;
}

/** What exploring a workflow has found, and how many runs that took. */
export interface Explored {
  readonly findings: readonly Finding[];
  readonly runs: number;
}

/** After so many the rest would say little more. */
const mostFindings = 10;

/**
 * Runs a workflow with inputs and answers of all kinds, with failures one by one and in pairs, and in many orders.
 * What it finds depends on nothing but the workflow and the seed.
 */
export async function explore(plan: Plan, options: ExploreOptions): Promise<Explored> {
  const maker = caseMaker(plan);
  const standard: Standard = { ...resultStandard(plan), secrets: secretVariables(plan).map(secretOf) };
  const search = new Search(options, standard);
  await search.through(maker.cases({}), options.cases);
  for (const failures of scenarios(maker, plan, options.cases)) await search.through(maker.cases(failures), 3);
  await search.orders(maker);
  return { findings: search.findings, runs: search.runs };
}

/** Each failure by itself, then pairs, up to a number. */
function scenarios({ places }: CaseMaker, plan: Plan, most: number): readonly Failures[] {
  const single = places.flatMap((place) => failuresAt(place, plan));
  const pairs = single.flatMap((first, index) =>
    single
      .slice(index + 1)
      .filter((second) => Object.keys(first)[0] !== Object.keys(second)[0])
      .map((second) => ({ ...first, ...second })),
  );
  return [...single, ...pairs].slice(0, Math.max(most, single.length));
}

class Search {
  readonly findings: Finding[] = [];
  runs = 0;
  readonly #options: ExploreOptions;
  readonly #standard: Standard;

  constructor(options: ExploreOptions, standard: Standard) {
    this.#options = options;
    this.#standard = standard;
  }

  /** Tries so many cases; each fault is reported once, by the smallest case that shows it. */
  async through(cases: fc.Arbitrary<SimulatedCase>, count: number): Promise<void> {
    const { seed } = this.#options;
    while (this.findings.length < mostFindings) {
      let fault: Fault | undefined;
      const property = fc.asyncProperty(cases, async (testCase) => {
        const found = await this.#faultOf(testCase);
        // Smaller cases count only where they show the same.
        if (found === undefined || (fault !== undefined && !isSame(fault, found))) return true;
        fault = found;
        return false;
      });
      const { counterexample } = await fc.check(property, { seed, numRuns: count, endOnFailure: false });
      if (fault === undefined || counterexample === null) return;
      this.findings.push({ ...fault, testCase: counterexample[0] });
    }
  }

  /** One case in many orders of the answers: its result should not depend on them. */
  async orders({ places, cases }: CaseMaker): Promise<void> {
    const names = places.map(({ place }) => place);
    const [first, ...others] = orderings(names);
    if (first === undefined || others.length === 0) return;
    const results = new Map<string, SimulatedCase>();
    for (const order of [first, ...others]) {
      const [testCase] = fc.sample(cases({}, order), { seed: this.#options.seed, numRuns: 1 });
      if (testCase === undefined) continue;
      const run = await this.#run(testCase);
      const fault = judge(testCase, run, this.#standard);
      if (fault !== undefined) this.#note(fault, testCase);
      results.set(JSON.stringify(run.result ?? run.response?.body ?? null), testCase);
    }
    if (results.size < 2) return;
    const [, testCase] = [...results.values()];
    if (testCase !== undefined)
      this.#note(
        { kind: "order", at: "", message: "the result depends on the order in which resources end" },
        testCase,
      );
  }

  #note(fault: Fault, testCase: SimulatedCase): void {
    if (!this.findings.some((known) => isSame(known, fault))) this.findings.push({ ...fault, testCase });
  }

  async #faultOf(testCase: SimulatedCase): Promise<Fault | undefined> {
    const fault = judge(testCase, await this.#run(testCase), this.#standard);
    return fault !== undefined && this.findings.some((known) => isSame(known, fault)) ? undefined : fault;
  }

  #run(testCase: SimulatedCase): Promise<Simulated> {
    this.runs += 1;
    return this.#options.simulate(testCase);
  }
}

function isSame(first: Fault, second: Fault): boolean {
  return first.kind === second.kind && first.at === second.at;
}

/** Every order of up to four, and of more those that begin with each of them. */
function orderings(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > 4) return names.map((_name, index) => [...names.slice(index), ...names.slice(0, index)]);
  if (names.length <= 1) return [names];
  return names.flatMap((name) => orderings(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}
