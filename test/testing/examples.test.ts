import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { isTestFile } from "../../compiler/1-load/find-tests.ts";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseTestFile } from "../../compiler/2-parse/parse-test-file.ts";
import type { SimulatedCase } from "../../compiler/nouns/test-case.ts";
import { type RunnableBundle, simulateCase } from "../../compiler/testing/simulate/simulate.ts";
import { exampleNames, examplesFolder, surroundingsOf } from "../support/examples.ts";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";
import { lacksProgram } from "../support/programs.ts";

// What a simulated run gives is what a real one gives: each example runs for real while its effects are recorded, and again
// with the recorded answers alone, by the bundle that `build` writes.

test("every example has tests", () => {
  const without = exampleNames.filter((name) => !readdirSync(join(examplesFolder, name)).some(isTestFile));
  expect(without).toEqual([]);
});

describe.each(exampleNames)("examples/%s", (name) => {
  test("passes its tests", async (context) => {
    if (lacksProgram(name)) return context.skip();
    const { stdout, stderr, code } = await flowcHere(["test", join(examplesFolder, name)]);
    expect([code, stderr, stdout.split("\n").at(-2)]).toEqual([0, "", expect.stringMatching(/^\d+ passed, 0 failed$/)]);
  });

  test("gives the same in a real run and in a simulated one", async (context) => {
    if (lacksProgram(name)) return context.skip();
    using out = temporaryFolder();
    await using surroundings = await surroundingsOf(name);
    const folder = join(examplesFolder, name);
    const bundle = await bundleOf(folder, out.path);
    const first = caseOf(folder);
    const environment = { ...process.env, HOME: out.path, ...surroundings.env };
    const tools = { evaluate: () => true, folder, workflowFolder: folder };
    const bare = { ...first, given: {}, env: {}, allow: [], inputs: { ...first.inputs, ...memoryIn(name, out.path) } };
    const real = await simulateCase(bundle, bare, { ...tools, record: { environment } });
    const recording = { env: onlyText(surroundings.env), calls: real.calls };
    const simulated = await simulateCase(bundle, { ...bare, recording }, tools);
    expect([simulated.missing, simulated.failure]).toEqual([[], undefined]);
    expect([simulated.result, simulated.response?.body]).toEqual([real.result, real.response?.body]);
    expect(simulated.calls.map(({ place, asked }) => [place, asked]).sort()).toEqual(
      real.calls.map(({ place, asked }) => [place, asked]).sort(),
    );
    const expected = readFileSync(join(folder, "expected.stdout"), "utf8").trimEnd();
    if (sameInputs.has(name)) expect(textOf(simulated.result)).toBe(expected);
  });
});

/** Examples whose first test gives what the README's command gives. */
const sameInputs = new Set(exampleNames.filter((name) => !["nightly", "price-tool"].includes(name)));

function textOf(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

function memoryIn(name: string, folder: string): object {
  return name === "sales-digest" || name === "visits" ? { memory: join(folder, "memory.db") } : {};
}

function onlyText(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value ?? ""]));
}

async function bundleOf(folder: string, out: string): Promise<RunnableBundle> {
  const { stderr, code } = await flowcHere(["build", folder, "-o", out]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const file = readdirSync(out).find((one) => one.endsWith(".mjs")) ?? "";
  return import(pathToFileURL(join(out, file)).href);
}

/** The first of the example's tests. */
function caseOf(folder: string): SimulatedCase {
  const name = readdirSync(folder).find(isTestFile) ?? "";
  expect(existsSync(join(folder, name))).toBe(true);
  const source = { path: name, name, text: readFileSync(join(folder, name), "utf8") };
  const report = (code: string, _span: unknown, message: string): void => expect.fail(`${code}: ${message}`);
  const file = parseTestFile(readYaml(source, report), report);
  return file?.tests[0]?.case ?? expect.fail("no test");
}
