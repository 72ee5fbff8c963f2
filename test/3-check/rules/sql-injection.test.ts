import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head =
  "settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: 'sqlite://x.db' } } }\n---\n";
const found = (query: string, more = "") =>
  reported(`${head}actionId: a\n${more}sql:\n  connectionName: db\n  query: |\n    ${query}\n`, "sql-injection");

describe("sql-injection", () => {
  test.each([
    ["select * from t where id = {{ get('n') }}", 'brings the input "n" into the SQL statement'],
    [
      "select * from t where id = '{{ get('n') }}'",
      'brings the input "n" into the SQL statement inside quotes, which do not protect it',
    ],
    ["select * from t where id = 'it''s' or id = {{ get('n') }}", 'brings the input "n" into the SQL statement'],
    [
      "select * from \"{{ get('n') }}\"",
      'brings the input "n" into the SQL statement inside quotes, which do not protect it',
    ],
    ["select 1 -- {{ get('n') }}", 'brings the input "n" into the SQL statement inside a comment'],
    ["select * from t where id = {{ quote(get('n')) }}", 'brings the input "n" into the SQL statement'],
    ["select * from t order by {{ get('query').sort }}", "brings the query of the request into the SQL statement"],
  ])("is reported for %s", (query, message) => {
    const [only, ...notes] = found(query);
    expect(only).toMatch(/^7:\d+ "/);
    expect(only?.endsWith(message)).toBe(true);
    expect(notes).toHaveLength(1);
  });

  test("is reported for each of several queries", () => {
    const queries = "queries: [{ query: \"delete from {{ get('n') }}\" }, { query: \"select {{ get('m') }}\" }]";
    const text = `${head}actionId: a\nsql: { connectionName: db, ${queries} }\n`;
    expect(reported(text, "sql-injection").filter((line) => !line.startsWith(" "))).toEqual([
      `4:63 "get('n')" brings the input "n" into the SQL statement`,
      `4:99 "get('m')" brings the input "m" into the SQL statement`,
    ]);
  });

  test.each([
    ["select * from t limit {{ int(get('n')) }}"],
    ["select * from t order by {{ get('n') in ['a', 'b'] ? get('n') : 'a' }}"],
    ["select '-- ' || {{ len(get('n')) }}"],
    ["select * from {{ env('TABLE') }}"],
  ])("is silent for %s", (query) => {
    expect(found(query)).toEqual([]);
  });

  test("knows what SQL's quotes hold", () => {
    const checked = (pattern: string) => `validations: { check: "get('n') matches '${pattern}'" }\n`;
    expect(found("select '{{ get('n') }}'", checked("^[a-z -]+$"))).toEqual([]);
    expect(found("select {{ get('n') }}", checked("^[a-z -]+$"))).not.toEqual([]);
    expect(found("select * from {{ get('n') }}", checked("^[a-z_]+$"))).toEqual([]);
  });

  test("params travel beside the statement", () => {
    const text = `${head}actionId: a\nsql: { connectionName: db, query: "select ?", params: ["{{ get('n') }}"] }\n`;
    expect(reported(text, "sql-injection")).toEqual([]);
  });

  test("rows come from outside", () => {
    const text = `${head}actionId: b\nsql: { connectionName: db, query: "select 1" }\n---\nactionId: a\nrequires: [b]\nexec: { command: "echo {{ json(get('b')) }}" }\n`;
    expect(reported(text, "shell-injection")).toHaveLength(2);
  });
});
