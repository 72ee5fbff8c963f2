import { describe, expect, test } from "vitest";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseWorkflow } from "../../compiler/2-parse/parse-workflow.ts";
import { loadLanguages } from "../../compiler/languages/languages.ts";
import { neededLanguages } from "../../compiler/languages/needed-languages.ts";

function needed(resource: string): readonly string[] {
  const text = `metadata: { name: w }\nsettings: { targetActionId: a }\n---\nactionId: a\n${resource}\n`;
  const workflow = readYaml({ path: "w.yaml", name: "w.yaml", text }, () => undefined);
  const parsed = parseWorkflow({ workflow, resources: [] }, () => undefined);
  return [...neededLanguages({ resources: parsed?.resources ?? [], components: new Map(), scripts: new Map() })].sort();
}

describe("the languages that a workflow needs", () => {
  test.each([
    ["apiResponse: { response: 1 }", []],
    ["httpClient: { url: 'http://127.0.0.1/python', method: GET }", []],
    ["exec: { command: ls }", ["shell"]],
    ["exec: { command: 'python3 -c \"print(1)\"' }", ["python", "shell"]],
    ["exec: { command: python3, args: [-c, 'print(1)'] }", ["python", "shell"]],
    ["python: { script: print(1) }", ["python"]],
    ["python: { script: 'import os; os.system(inputs[\"x\"])' }", ["python", "shell"]],
  ])("%s", (resource, languages) => {
    expect(needed(resource)).toEqual(languages);
  });
});

test("where none is needed, no file is read and no library loaded", async () => {
  expect(await loadLanguages(new Set(), "/no/such/folder")).toMatchObject({ shell: undefined, python: undefined });
});
