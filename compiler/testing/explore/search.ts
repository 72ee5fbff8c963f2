import * as fc from "fast-check";
import type { Plan } from "../../nouns/plan.ts";
import type { Data } from "../../nouns/simulation.ts";
import type { Simulated, SimulatedCase } from "../../nouns/test-case.ts";
import type { CaseMaker } from "./case-values.ts";
import { type Fault, judge, type Standard } from "./judge.ts";
import { orderings } from "./orderings.ts";
import { simplify } from "./simplify.ts";

/** A fault, and the smallest case found that shows it. */
export interface Finding extends Fault {
  readonly testCase: SimulatedCase;
  /** The run that has shown it first, counted from 1. */
  readonly run: number;
}

interface SearchTools {
  readonly seed: number;
  readonly simulate: (testCase: SimulatedCase) => Promise<Simulated>;
  readonly standard: Standard;
}

/** After so many the rest would say little more. */
const mostFindings = 10;
/** So many cases are tried in all orders. */
const casesInOrders = 3;

/** A search for faults in the runs of one workflow; each is noted once. */
export class Search {
  readonly findings: Finding[] = [];
  runs = 0;
  readonly #tools: SearchTools;
  #completed = 0;
  #firstFailure: string | undefined;

  constructor(tools: SearchTools) {
    this.#tools = tools;
  }

  /** Tries so many cases, and makes those that show a fault small. */
  async through(cases: fc.Arbitrary<SimulatedCase>, count: number): Promise<void> {
    const { seed } = this.#tools;
    while (this.findings.length < mostFindings) {
      let fault: Fault | undefined;
      let run = 0;
      const property = fc.asyncProperty(cases, async (testCase) => {
        const found = await this.#newFault(testCase);
        // Of smaller cases those count that show the same.
        if (found === undefined || (fault !== undefined && !isSame(fault, found))) return true;
        if (fault === undefined) run = this.runs;
        fault = found;
        return false;
      });
      const { counterexample } = await fc.check(property, { seed, numRuns: count });
      if (fault === undefined || counterexample === null) return;
      await this.#note(fault, counterexample[0], run);
    }
  }

  /** Some cases with their answers in many orders, which their results should not depend on, unless they read the time. */
  async orders({ places, cases, readsTime }: CaseMaker, plan: Plan): Promise<void> {
    const orders = readsTime ? [] : orderings(places, plan, this.#tools.seed);
    for (let index = 0; index < casesInOrders && orders.length > 1; index += 1) {
      const first = await this.#inOrder(cases({}, orders[0]), index);
      for (const order of orders.slice(1)) {
        const other = await this.#inOrder(cases({}, order), index);
        if (first?.shown !== undefined && other?.shown !== undefined && other.text !== first.text)
          this.#add({ ...differs, expected: first.shown, testCase: other.testCase, run: this.runs });
      }
    }
  }

  async #inOrder(cases: fc.Arbitrary<SimulatedCase>, index: number): Promise<Ordered | undefined> {
    const testCase = fc.sample(cases, { seed: this.#tools.seed, numRuns: index + 1 })[index];
    if (testCase === undefined) return undefined;
    const run = await this.#run(testCase);
    const fault = judge(testCase, run, this.#tools.standard);
    if (fault !== undefined && this.#isNew(fault)) await this.#note(fault, testCase, this.runs);
    if (run.result === undefined) return { testCase, shown: undefined, text: "" };
    const shown = run.response === undefined ? { result: run.result } : { body: run.response.body };
    return { testCase, shown, text: JSON.stringify(shown) };
  }

  async #note(fault: Fault, found: SimulatedCase, run: number): Promise<void> {
    const shows = async (smaller: SimulatedCase): Promise<boolean> => {
      const other = judge(smaller, await this.#run(smaller), this.#tools.standard);
      return other !== undefined && isSame(other, fault);
    };
    const testCase = await simplify(found, shows);
    const shown = judge(testCase, await this.#run(testCase), this.#tools.standard);
    this.#add({ ...fault, ...shown, testCase, run });
  }

  #add(finding: Finding): void {
    if (this.#isNew(finding)) this.findings.push(finding);
  }

  #isNew(fault: Fault): boolean {
    return !this.findings.some((known) => isSame(known, fault));
  }

  async #newFault(testCase: SimulatedCase): Promise<Fault | undefined> {
    const fault = judge(testCase, await this.#run(testCase), this.#tools.standard);
    return fault !== undefined && this.#isNew(fault) ? fault : undefined;
  }

  /** How the first run failed, where none completed. */
  get stopped(): { readonly stopped?: string } {
    return this.#completed > 0 || this.#firstFailure === undefined ? {} : { stopped: this.#firstFailure };
  }

  async #run(testCase: SimulatedCase): Promise<Simulated> {
    const run = await this.#tools.simulate(testCase);
    this.runs += 1;
    if (run.result !== undefined) this.#completed += 1;
    this.#firstFailure ??= run.failure?.message;
    return run;
  }
}

const differs: Fault = { kind: "order", at: "", message: "the result depends on which resource ends first" };

interface Ordered {
  readonly testCase: SimulatedCase;
  /** What a test would expect of it, where the run has completed. */
  readonly shown: Data | undefined;
  readonly text: string;
}

function isSame(first: Fault, second: Fault): boolean {
  return first.kind === second.kind && first.at === second.at;
}
