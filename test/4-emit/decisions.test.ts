import { expect, test } from "vitest";
import { Decisions } from "../../compiler/4-emit/decisions.ts";
import { emitModule } from "../../compiler/4-emit/module.ts";
import { checkText } from "../support/check-text.ts";

const text = `
metadata: { name: counted }
settings: { targetActionId: out, inputs: { a: { type: integer, default: 1 }, b: { type: string } } }
resources:
  - actionId: out
    validations:
      skip: ["get('a') == 7"]
      check: ["get('a') > 0"]
    apiResponse: { response: "{{ get('a') > 1 ? 'many' : get('b') ?? 'one' }}" }
`;

function emitted(decisions?: Decisions): string {
  const { plan } = checkText(text);
  if (plan === undefined) throw new Error("it does not compile");
  return emitModule(plan, { compilerVersion: "0.0.0", validators: new Map(), decisions });
}

test("a module counts each way from its decisions, and only where it is asked to", () => {
  const decisions = new Decisions();
  const module = emitted(decisions);
  expect(
    decisions.found.map(({ kind, ways }) => [kind, ...ways.map(({ label, counter }) => `${label} ${counter}`)]),
  ).toEqual([
    ["skip", "true 0", "false 1"],
    ["check", "true 2", "false 3"],
    ["default", "value 4", "default 5"],
    ["conditional", "true 6", "false 7"],
  ]);
  expect(module).toContain("export const coverage = new Uint32Array(8);");
  expect(module).toContain("coverage[7] = coverage[7] + 1");
  expect(emitted()).not.toContain("coverage");
});

test("decisions stand at the expressions that are written", () => {
  const decisions = new Decisions();
  emitted(decisions);
  const written = decisions.found.map(({ span: { source, start, end } }) => source.text.slice(start, end));
  expect(written).toEqual([
    "get('a') == 7",
    "get('a') > 0",
    "get('b') ?? 'one'",
    "get('a') > 1 ? 'many' : get('b') ?? 'one'",
  ]);
});
