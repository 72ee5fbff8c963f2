import { mapField } from "../2-parse/fields.ts";
import type { TestSyntax } from "../nouns/test-case.ts";
import { outcomeDifferences } from "./expect/outcome-differences.ts";
import { type RunnableBundle, type SimulationTools, simulateCase } from "./simulate/simulate.ts";
import type { TestResult } from "./test-result.ts";

/** Runs one test. Never rejects. */
export async function runTest(bundle: RunnableBundle, test: TestSyntax, tools: SimulationTools): Promise<TestResult> {
  const begin = performance.now();
  const outcome = await simulateCase(bundle, test.case, tools);
  const differences = outcome.missing.length > 0 ? [] : outcomeDifferences(outcome, test.expect, tools.evaluate);
  const given = mapField(test.node, "given");
  const own = (given?.entries ?? []).map(({ key }) => key);
  // A run that ended early has not asked for everything.
  const endedEarly = outcome.missing.length > 0 || differences.some(({ path }) => path === "failure");
  const unused = endedEarly ? [] : outcome.unused.filter((key) => own.includes(key));
  return {
    test,
    outcome,
    passed: differences.length === 0 && outcome.missing.length === 0 && unused.length === 0,
    differences,
    missing: outcome.missing,
    unused,
    durationMs: performance.now() - begin,
  };
}
