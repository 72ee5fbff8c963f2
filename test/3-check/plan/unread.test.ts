import { describe, expect, test } from "vitest";
import { LineIndex } from "../../../compiler/nouns/lines.ts";
import { checkText } from "../../support/check-text.ts";

/** Every finding: `line:column code`. */
function all(text: string): readonly string[] {
  const lines = new LineIndex();
  return checkText(text).diagnostics.map(({ code, span }) => {
    const { line, column } = lines.at(span.source, span.start);
    return `${line}:${column} ${code}`;
  });
}

/** A workflow whose settings have this line, and which has a mistake of each kind that hangs on settings. */
const workflow = (setting: string) => `settings:
  ${setting}
  targetActionId: ansver
  apiServer:
    routes: [{ path: /a, methods: [GET] }]
  sqlConnections:
    main: { connection: "sqlite://x.db" }
  inputs:
    city: { type: string, pattern: "(?=x)" }
resources:
  - actionId: rows
    validations: { routes: [/aa] }
    sql: { connectionName: mian, query: select 1, timeout: 1s }
  - actionId: answer
    requires: [rows]
    validations: { routes: [/a], methods: [POST], required: [citty] }
    apiResponse: { response: "{{ get('rows') }}" }
`;
const others = [
  "3:19 unknown-target",
  "9:36 invalid-regex",
  "12:29 unknown-route",
  "13:28 unknown-connection",
  "16:44 method-not-declared",
  "16:62 unknown-name",
];

describe("a setting that cannot be read", () => {
  test.each([
    ["timeout: 10 minutes", "2:12 invalid-duration"],
    ["timeout: [1]", "2:12 invalid-duration"],
    ["concurrency: many", "2:16 schema"],
    ["portNum: 80", "2:3 unknown-key"],
    ["agentSettings: { env: [a] }", "2:25 schema"],
  ])("hides no other mistake: %s", (setting, code) => {
    expect(all(workflow(setting))).toEqual([code, ...others]);
  });

  test("hides what hangs on it, and that alone", () => {
    const broken = workflow("timeout: 1m");
    const without = (line: string, put: string, code: string, ...hidden: readonly string[]) =>
      expect(all(broken.replace(line, put))).toEqual(
        [...others.filter((other) => !hidden.some((end) => other.endsWith(end))), code].toSorted((left, right) =>
          left.localeCompare(right, "en", { numeric: true }),
        ),
      );
    without("targetActionId: ansver", "targetActionId: [a]", "3:19 schema", "unknown-target");
    without("routes: [{ path: /a, methods", "routes: [{ paths: /a, methods", "5:16 unknown-key");
    without(
      "routes: [{ path: /a, methods: [GET] }]",
      "routes: /a",
      "5:13 schema",
      "unknown-route",
      "method-not-declared",
    );
    without(
      "sqlConnections:\n    main: {",
      "sqlConnections:\n    mian: { pool: 1,",
      "7:13 unknown-key",
      "unknown-connection",
    );
    without('main: { connection: "sqlite://x.db" }', "mian: 5", "7:11 schema", "unknown-connection");
    without("type: string, pattern", "type: [1], pattern", "9:20 unknown-value", "invalid-regex");
  });
});
