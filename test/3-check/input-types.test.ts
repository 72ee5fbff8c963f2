import { describe, expect, test } from "vitest";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseWorkflow } from "../../compiler/2-parse/parse-workflow.ts";
import { check } from "../../compiler/3-check/check.ts";
import { type Diagnostic, diagnostic, type Report } from "../../compiler/nouns/diagnostic.ts";
import { languages } from "../support/grammars.ts";

/** What is found in an expression of a workflow that declares these inputs. */
function findings(expression: string): readonly string[] {
  const text = `metadata: { name: test }
settings:
  targetActionId: a
  inputs:
    tags: { type: array, items: { type: string }, required: true }
    rows: { type: array, default: [], items: { type: object, required: [id], properties: { id: { type: integer }, note: { type: string } } } }
    matrix: { type: array, required: true, items: { type: array, items: { type: number } } }
    config: { type: object, required: true, properties: { port: { type: integer } } }
    anything: {}
    either: { enum: [a, 1], required: true }
    name: { type: string }
    mixed: { type: [string, integer], required: true }
    maybe: { type: [integer, "null"], required: true }
resources:
  - actionId: a
    after:
      - |
        set('out', ${expression})
`;
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));
  const file = readYaml({ path: "w.yaml", name: "w.yaml", text }, report);
  const workflow = parseWorkflow({ workflow: file, resources: [] }, report);
  if (workflow?.complete)
    check({ workflow, sourceHash: "", builtIn: new Map(), components: new Map(), languages }, report);
  return found.filter(({ code }) => code !== "unused-name").map(({ code, message }) => `${message} [${code}]`);
}

describe("inputs have the types that their schemas say", () => {
  test.each([
    ["get('tags')[0] + 1", '"+" does not go with string and int [type-mismatch]'],
    ["filter(get('tags'), # > 1)", '">" does not go with string and int [type-mismatch]'],
    ["get('tags').length", 'an array<string> has no field "length" [unknown-field]'],
    ["map(get('rows'), .id + 'x')", '"+" does not go with int and string [type-mismatch]'],
    ["get('matrix')[0][1] + 'x'", '"+" does not go with float and string [type-mismatch]'],
    ["(get('maybe') ?? 1) + 'x'", '"+" does not go with int and string [type-mismatch]'],
    ["map(get('rows'), upper(.note))", "this value may be nil, which fails here [maybe-nil]"],
    ["get('config').port + 1", "this value may be nil, which fails here [maybe-nil]"],
    ["get('config').port + 'x'", '"+" does not go with int or nil and string [type-mismatch]'],
    ["1 in get('tags')", '"in" does not go with int and array<string> [type-mismatch]'],
    ["upper(get('name'))", 'this value may be nil: the input "name" need not be given, which fails here [maybe-nil]'],
  ])("%s", (expression, message) => {
    expect(findings(expression)).toEqual([message]);
  });

  test.each([
    "upper(get('tags')[0])",
    "map(get('rows'), .note ?? 'none')",
    "map(get('rows'), .other)",
    "(get('config').port ?? 1) + 1",
    "get('anything') + 1",
    "get('either') + 1",
    "get('mixed') + 1",
    "get('mixed') + 'x'",
    "(get('maybe') ?? 1) + 1",
    "upper(get('name') ?? '')",
  ])("%s is as good as anything", (expression) => {
    expect(findings(expression)).toEqual([]);
  });
});
