import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFiles } from "../../support/check-files.ts";
import { temporaryFolder } from "../../support/flowc.ts";

const schema = `CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INT, total REAL NOT NULL);
`;

const check = async (
  queries: string,
  expression = "1",
  files: Readonly<Record<string, string>> = { "schema.sql": schema },
) => {
  const name = Object.keys(files)[0]?.split("/")[0];
  const workflow = `settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: "sqlite://x.db", schema: ${name} } } }
resources:
  - actionId: rows
    sql: { connectionName: db, ${queries} }
  - actionId: a
    requires: [rows]
    apiResponse: { response: "{{ ${expression} }}" }
`;
  return (await checkFiles({ "workflow.yaml": workflow, ...files })).reported;
};

const query = (text: string) => `query: "${text}"`;

test.each([
  ["SELECT * FROM user", 'the schema has no table "user"'],
  ["SELECT nam FROM users", 'the table "users" has no column "nam"'],
  ["SELECT u.nam FROM users u JOIN orders o", 'no table of the statement has a column "nam"'],
  ["INSERT INTO users (nam) VALUES (1)", 'the table "users" has no column "nam"'],
  ["UPDATE users SET nam = 1", 'the table "users" has no column "nam"'],
  [
    "INSERT INTO users VALUES (1)",
    "SQLite refuses the statement: table users has 3 columns but 1 values were supplied",
  ],
])("is reported: %s", async (text, message) => {
  const [first, ...others] = await check(query(text));
  expect(first?.replace(/^workflow\.yaml:4:\d+ /, "")).toBe(`${message} [sql-schema]`);
  expect(others).toEqual([]);
});

test.each([
  ["SELECT name FROM users", "upper(get('rows')[0].name)"],
  ["SELECT u.name FROM users u JOIN orders o ON o.user_id = u.id", "upper(get('rows')[0].name)"],
  ["SELECT name FROM users GROUP BY name", "upper(get('rows')[0].name)"],
  ["SELECT upper(name) AS big FROM users", "upper(get('rows')[0].big)"],
  ["SELECT u.name FROM users u LEFT JOIN orders o ON o.user_id = u.id", "upper(get('rows')[0].name)"],
  ["DELETE FROM users RETURNING name", "upper(get('rows')[0].name)"],
])("a column that cannot be NULL is not nil: %s", async (text, expression) => {
  expect(await check(query(text), expression)).toEqual([]);
});

test.each([
  ["SELECT age FROM users", "abs(get('rows')[0].age)"],
  ["SELECT o.total FROM users u LEFT JOIN orders o ON o.user_id = u.id", "abs(get('rows')[0].total)"],
  ["SELECT total, max(id) FROM orders", "abs(get('rows')[0].total)"],
  ["SELECT (SELECT total FROM orders LIMIT 1) AS total", "abs(get('rows')[0].total)"],
])("one that can be is: %s", async (text, expression) => {
  expect(await check(query(text), expression)).toEqual([
    expect.stringContaining("this value may be nil, which fails here [maybe-nil]"),
  ]);
});

test("of several statements each row has its own columns where these are alike", async () => {
  const queries = "queries: [{ query: SELECT id FROM users }, { query: SELECT id FROM users }]";
  expect(await check(queries, "get('rows')[0].rows[0].idd")).toEqual([
    expect.stringContaining('the value has no field "idd" [unknown-field]'),
  ]);
  expect(await check(queries.replace("id FROM users }]", "name FROM users }]"), "get('rows')[0].rows[0].idd")).toEqual(
    [],
  );
});

test("migrations are applied in the order of their numbers, and data in them is not run", async () => {
  const files = {
    "migrations/2_rename.sql": "ALTER TABLE users RENAME COLUMN nam TO name;",
    "migrations/10_drop.sql":
      "INSERT INTO users (name) WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c;\nALTER TABLE users DROP COLUMN age;",
    "migrations/1_users.sql": "PRAGMA foreign_keys = ON;\nCREATE TABLE users (nam TEXT, age INT);",
  };
  expect(await check(query("SELECT name FROM users"), "1", files)).toEqual([]);
  expect(await check(query("SELECT age FROM users"), "1", files)).toEqual([
    'workflow.yaml:4:47 the table "users" has no column "age" [sql-schema]',
  ]);
});

test("a schema never reaches for other files", async () => {
  using folder = temporaryFolder();
  const other = join(folder.path, "other.db");
  const files = { "schema.sql": `ATTACH DATABASE '${other}' AS other;\nCREATE TABLE users (id INT);` };
  expect(await check(query("SELECT id FROM users"), "1", files)).toEqual([]);
  expect(existsSync(other)).toBe(false);
});
