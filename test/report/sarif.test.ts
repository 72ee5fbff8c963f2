import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/nouns/codes.ts";
import { type Diagnostic, type DiagnosticExtras, diagnostic } from "../../compiler/nouns/diagnostic.ts";
import type { Silenced } from "../../compiler/nouns/ignore.ts";
import type { Source } from "../../compiler/nouns/source.ts";
import { explanations } from "../../compiler/report/explanations/table.ts";
import { formatSarif } from "../../compiler/report/sarif.ts";
import { checkText } from "../support/check-text.ts";

// The schema is of draft 4: for ajv, what is called "id" there is in the way, and all else it uses has not changed.
const {
  id: _id,
  $schema: _draft,
  ...schema
} = JSON.parse(readFileSync(join(import.meta.dirname, "schemas", "sarif-2.1.0-rtm.5.json"), "utf8"));
const formats = {
  uri: /^[a-z][a-z0-9+.-]*:\S*$/i,
  "uri-reference": /^(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})*$/,
  "date-time": true,
} as const;
const validate = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, formats }).compile(schema);

const text = 'one: 1\n  two: "😀", three\nfour: 4\n';
const source: Source = { path: "a b/ü#%.yaml", name: "b.yaml", text };
const at = (start: number, end: number, of = source) => ({ source: of, start, end });

/** The only run of a log that the schema has been asked about. */
function runOf(diagnostics: readonly Diagnostic[], silenced: readonly Silenced[] = []) {
  const printed = formatSarif({ diagnostics, silenced, version: "1.2.3", exitCode: 1, explanations });
  const log = JSON.parse(printed);
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
}

function found(code: Code, start: number, extras: DiagnosticExtras = {}, of = source): Diagnostic {
  return diagnostic(code, at(start, start + 3, of), "a message", extras);
}

describe("formatSarif", () => {
  test("the schema would find a mistake", () => {
    expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
  });

  test("a clean check", () => {
    const run = runOf([]);
    expect(run.results).toEqual([]);
    expect(run.tool.driver).toEqual({ name: "flowc", version: "1.2.3", semanticVersion: "1.2.3", rules: [] });
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 1 }]);
  });

  test("every rule can be described", () => {
    const run = runOf((Object.keys(codes) as Code[]).map((code) => found(code, 0)));
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(Object.keys(codes).sort());
    for (const [index, result] of run.results.entries()) expect(result.ruleIndex, result.ruleId).toBe(index);
    const rule = run.tool.driver.rules.find(({ id }: { id: string }) => id === "set-race");
    expect(rule).toMatchObject({ name: "SetRace", defaultConfiguration: { level: "warning" } });
    expect(rule.help.markdown).toContain("```yaml\nactionId: north\n");
  });

  test("places: encoded paths, columns in UTF-16 units, offsets", () => {
    const start = text.indexOf("three");
    const [result] = runOf([diagnostic("schema", at(start, start + 5), "m", { help: "h" })]).results;
    expect(result).toMatchObject({ ruleId: "schema", level: "error", message: { text: "m\nh" }, suppressions: [] });
    expect(result.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "a%20b/%C3%BC%23%25.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine: 2, startColumn: 14, endLine: 2, endColumn: 19, charOffset: start, charLength: 5 },
        },
      },
    ]);
  });

  test("a file outside of the folder has an absolute address", () => {
    const other = { ...source, path: "/tmp/a b.yaml" };
    const [result] = runOf([found("schema", 0, {}, other)]).results;
    expect(result.locations[0].physicalLocation.artifactLocation).toEqual({ uri: "file:///tmp/a%20b.yaml" });
  });

  test("notes are related locations", () => {
    const notes = [{ message: "first here", span: at(0, 3) }];
    const [result] = runOf([found("duplicate-key", 7, { notes })]).results;
    expect(result.relatedLocations).toMatchObject([{ id: 1, message: { text: "first here" } }]);
    expect(result.relatedLocations[0].physicalLocation.region).toMatchObject({ startLine: 1, charOffset: 0 });
  });

  test("fixes replace regions, file by file", () => {
    const other = { ...source, path: "other.yaml" };
    const edits = [
      { span: at(0, 3), text: "eins" },
      { span: at(7, 7, other), text: "x" },
      { span: at(9, 12), text: "" },
    ];
    const [result] = runOf([found("unknown-key", 0, { fix: { message: "rename it", edits } })]).results;
    expect(result.fixes).toHaveLength(1);
    expect(result.fixes[0].description).toEqual({ text: "rename it" });
    const [first, second] = result.fixes[0].artifactChanges;
    expect(first.replacements.map((one: { insertedContent: object }) => one.insertedContent)).toEqual([
      { text: "eins" },
      { text: "" },
    ]);
    expect(first.replacements[0].deletedRegion).toMatchObject({ charOffset: 0, charLength: 3 });
    expect(second.artifactLocation.uri).toBe("other.yaml");
    expect(second.replacements[0].deletedRegion).toMatchObject({ startLine: 2, startColumn: 1, endColumn: 1 });
  });

  test("a log has no more results than code scanning takes, and says so", () => {
    const many = Array.from({ length: 25_001 }, (_, index) =>
      found("schema", 0, {}, { ...source, path: `${index}.yaml` }),
    );
    const run = runOf(many);
    expect(run.results).toHaveLength(25_000);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toMatch(/^25001 results were found/);
  });

  test("what is silenced is a result with its suppression", () => {
    const code = { value: "schema", span: at(0, 3) };
    const by = { span: at(0, 6), covers: at(7, 20), codes: [code], reason: "known" };
    const kept = found("unknown-key", 9);
    const silenced = { diagnostic: found("schema", 8), by, code };
    const { results } = runOf([kept], [silenced]);
    expect(results.map((result: { ruleId: string }) => result.ruleId)).toEqual(["schema", "unknown-key"]);
    expect(results[0].suppressions).toMatchObject([
      { kind: "inSource", justification: "known", location: { physicalLocation: { region: { startLine: 1 } } } },
    ]);
    expect(results[1].suppressions).toEqual([]);
  });
});

describe("fingerprints", () => {
  const workflow = (above: string, commands: string) =>
    `metadata: { name: a }\n${above}settings: { targetActionId: r }\nresources:\n  - actionId: r\n    exec:\n      timeout: 5s\n      errexit: true\n      command: |\n${commands}`;
  const fingerprints = (yaml: string): string[] =>
    runOf(checkText(yaml).diagnostics).results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints["flowc/v1"],
    );
  const two = "        a {{ nope(1) }}\n        b {{ nope(1) }}\n";

  test("stay the same where lines move", () => {
    const before = fingerprints(workflow("", two));
    expect(before).toHaveLength(2);
    expect(fingerprints(workflow("# a comment\n\n", two))).toEqual(before);
  });

  test("differ from each other, also where lines are equal", () => {
    const same = fingerprints(workflow("", "        a {{ nope(1) }}\n        a {{ nope(1) }}\n"));
    expect(new Set(same).size).toBe(2);
    expect(new Set(fingerprints(workflow("", two))).size).toBe(2);
  });
});
