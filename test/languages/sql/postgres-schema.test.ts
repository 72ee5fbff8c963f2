import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { askDatabase, type Question } from "../../../compiler/languages/sql/ask-database.ts";
import { checkFiles } from "../../support/check-files.ts";
import { root, temporaryFolder } from "../../support/flowc.ts";

// PGlite takes seconds to start on a machine that has other work: one workflow asks all there is to ask.

const schema = `CREATE TABLE users (id bigserial PRIMARY KEY, name text NOT NULL, age int, mail uuid);
CREATE TABLE orders (id serial PRIMARY KEY, user_id bigint REFERENCES users, total numeric(10, 2) NOT NULL);
CREATE EXTENSION IF NOT EXISTS pgcrypto;
GRANT SELECT ON users TO somebody;
ALTER TABLE users OWNER TO somebody;
`;

const workflow = `settings:
  targetActionId: a
  timeout: 1m
  inputs: { flag: { type: boolean, required: true } }
  sqlConnections: { shop: { connection: postgres://localhost/shop, schema: schema.sql } }
resources:
  - { actionId: table, sql: { connectionName: shop, query: "SELECT * FROM usrs" } }
  - { actionId: column, sql: { connectionName: shop, query: "SELECT u.nmae FROM users u" } }
  - { actionId: wrong, sql: { connectionName: shop, query: "SELECT name + 1 FROM users" } }
  - { actionId: bool, sql: { connectionName: shop, query: "SELECT 1 FROM users WHERE id = $1", params: [get('flag')] } }
  - { actionId: text, sql: { connectionName: shop, query: "SELECT 1 FROM users WHERE mail = $1", params: [me] } }
  - { actionId: users, sql: { connectionName: shop, query: "SELECT id, name, age FROM users WHERE id = $1", params: ["7"] } }
  - { actionId: joined, sql: { connectionName: shop, query: "SELECT u.name, o.total FROM users u LEFT JOIN orders o ON true" } }
  - actionId: a
    requires: [table, column, wrong, bool, text, users, joined]
    apiResponse:
      response:
        field: "{{ get('users')[0].nmae }}"
        fine: "{{ upper(get('users')[0].name) }} {{ get('users')[0].id + 1 }}"
        nil: "{{ abs(get('users')[0].age) }}"
        joined: "{{ abs(get('joined')[0].total) }}"
`;

describe("PostgreSQL with a schema", () => {
  test("is asked for tables, columns, types of values and of rows", { timeout: 240_000 }, async () => {
    const { reported, notDone } = await checkFiles({ "workflow.yaml": workflow, "schema.sql": schema });
    expect(notDone).toEqual([]);
    expect(reported).toEqual([
      'workflow.yaml:7:75 relation "usrs" does not exist [sql-schema]',
      "workflow.yaml:8:71 column u.nmae does not exist [sql-schema]",
      "workflow.yaml:9:73 operator does not exist: text + integer [sql-schema]",
      "workflow.yaml:10:105 $1 is a bigint, found a bool [sql-parameters]",
      'workflow.yaml:11:107 $1 is a uuid, which "me" is not [sql-parameters]',
      'workflow.yaml:18:36 the value has no field "nmae" [unknown-field]',
      "workflow.yaml:20:22 this value may be nil, which fails here [maybe-nil]",
      "workflow.yaml:21:25 this value may be nil, which fails here [maybe-nil]",
    ]);
  });
});

describe("answers are kept", () => {
  const question: Question = { name: "shop", dialect: "postgres", texts: ["SELECT 1", "SELEC 1"], schema: undefined };
  const place = { folder: root, packageFolder: `${root}/dist` };

  test("so that a check with nothing new asks no engine", { timeout: 120_000 }, () => {
    using cache = temporaryFolder();
    const first = askDatabase(question, { ...place, cacheFolder: cache.path });
    expect(first.answers.get("SELEC 1")?.problems).toMatchObject([{ code: "sql-syntax", start: 0, end: 5 }]);
    expect(readdirSync(cache.path)).toHaveLength(1);
    // Where there is no engine, what is kept is all that there is.
    const nowhere = { ...place, packageFolder: "/nowhere", cacheFolder: cache.path };
    expect(askDatabase(question, nowhere)).toEqual({ ...first, known: 2 });
    const more = askDatabase({ ...question, texts: ["SELECT 2"] }, nowhere);
    expect(more.notDone).toEqual(['the statements of "shop" were not read: the engine of PostgreSQL did not answer']);
  });
});

test("without PGlite a schema is read, and that no statement is held against it is said", { timeout: 120_000 }, () => {
  using folder = temporaryFolder();
  const question: Question = { name: "shop", dialect: "postgres", texts: ["SELECT nmae FROM users"], schema: [schema] };
  const place = { folder: folder.path, packageFolder: `${root}/dist`, cacheFolder: undefined };
  const { answers, notDone } = askDatabase(question, place, () => undefined);
  expect(answers.get("SELECT nmae FROM users")).toEqual({ problems: [] });
  expect(notDone).toEqual([
    'the statements of "shop" were not held against its schema: that needs the package @electric-sql/pglite, beside the workflow or beside flowc',
  ]);
});
