import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseTestFile } from "../../compiler/2-parse/parse-test-file.ts";
import { collector } from "../../compiler/nouns/collector.ts";
import type { Diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { checkTests } from "../../compiler/testing/check/check-tests.ts";
import { checkText } from "./check-text.ts";

/** The workflow that examples of tests are about, where no other is given. */
export const testedExample = `
metadata: { name: prices }
settings: { targetActionId: total, timeout: 1m }
resources:
  - actionId: fetch
    httpClient: { url: "http://prices.test/today" }
  - actionId: total
    requires: [fetch]
    apiResponse: { response: "{{ get('fetch').price * 2 }}" }
`;

/** What is wrong in the text of a file of tests, held against a workflow of one file. */
export function checkTestText(text: string, workflow: string = testedExample): readonly Diagnostic[] {
  const { plan, diagnostics } = checkText(workflow);
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  const { found, report } = collector();
  const name = "a.test.yaml";
  const file = parseTestFile(readYaml({ path: name, name, text }, report), report);
  if (file !== undefined) checkTests(file, plan, report);
  return found;
}
