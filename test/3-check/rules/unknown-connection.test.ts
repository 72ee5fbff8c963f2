import { describe, expect, test } from "vitest";
import { checkText } from "../../support/check-text.ts";
import { reported } from "../../support/reported.ts";

const text = (connections: string, name: string) =>
  `settings: { targetActionId: a, sqlConnections: { ${connections} } }\n---\nactionId: a\nsql: { connectionName: ${name}, query: select 1, timeout: 1s }\n`;
const both = "main: { connection: 'sqlite://a.db' }, log: { connection: 'sqlite://b.db' }";

describe("unknown-connection", () => {
  test.each([
    [both, "mian", 'did you mean "main"?'],
    [both, "elsewhere", "declared: main, log"],
    ["", "main", "declare it under settings.sqlConnections"],
  ])("is reported for [%s] and %s", (connections, name, help) => {
    expect(reported(text(connections, name), "unknown-connection")).toEqual([
      `4:24 the connection "${name}" is not in settings.sqlConnections`,
    ]);
    expect(checkText(text(connections, name)).diagnostics.find(({ code }) => code === "unknown-connection")?.help).toBe(
      help,
    );
  });

  test.each([
    [both, "main"],
    [both, "log"],
    ["'my db': { connection: 'sqlite://a.db' }", "my db"],
  ])("is silent for [%s] and %s", (connections, name) => {
    expect(reported(text(connections, name), "unknown-connection")).toEqual([]);
  });
});
