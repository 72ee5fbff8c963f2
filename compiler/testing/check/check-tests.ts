import { field, mapField } from "../../2-parse/fields.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { TestFileSyntax, TestSyntax } from "../../nouns/test-case.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { checkExpect, type Expected } from "./check-expect.ts";
import { checkGiven } from "./check-given.ts";
import { checkInputs } from "./check-inputs.ts";
import { testPlaces } from "./places.ts";

/** Holds a file of tests against the workflow that it tests. */
export function checkTests({ tests, defaults }: TestFileSyntax, plan: Plan, report: Report): void {
  const places = testPlaces(plan);
  const usual = mapField(defaults, "given");
  if (usual !== undefined) checkGiven(usual, { places }, report);
  const inputs = mapField(defaults, "inputs");
  if (inputs !== undefined) checkInputs(inputs, plan, report);
  for (const test of tests) checkTest(test, { plan, places, testCase: test.case }, report);
}

function checkTest({ node }: TestSyntax, expected: Expected, report: Report): void {
  const { plan, places, testCase } = expected;
  const { only } = testCase;
  const given = mapField(node, "given");
  const expect = mapField(node, "expect");
  const fails = ["failure", "status"].some((key) => field(expect, key) !== undefined);
  const inputs = mapField(node, "inputs");
  // Such a test may be of that very refusal.
  if (inputs !== undefined && !fails) checkInputs(inputs, plan, report);
  if (given !== undefined) checkGiven(given, { places, fails }, report);
  if (expect !== undefined) checkExpect(expect, expected, report);
  const request = field(node, "request");
  if (testCase.request !== undefined && !plan.server && request !== undefined)
    report("test-expectation", request.span, `"${plan.name}" has no routes: it takes no request`);
  const wanted = field(node, "only");
  if (only !== undefined && wanted !== undefined && !plan.resources.some(({ id }) => id === only)) {
    const help = didYouMean(
      only,
      plan.resources.map(({ id }) => id),
    );
    report("test-unknown-resource", wanted.span, `there is no resource "${only}"`, { help });
  }
}
