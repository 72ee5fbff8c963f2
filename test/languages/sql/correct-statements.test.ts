import { describe, expect, test } from "vitest";
import { checkFiles } from "../../support/check-files.ts";

// What a database takes is reported by nobody: statements in the dialects of all three, in one workflow each.

const statements: Readonly<Record<"sqlite" | "postgres" | "mysql", readonly string[]>> = {
  sqlite: [
    "SELECT * FROM users",
    "select distinct name, count(*) as n from users group by name having count(*) > 1 order by n desc limit 10 offset 5",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 10) SELECT x FROM c",
    "INSERT INTO users (id, name) VALUES (1, 'a'), (2, 'b') ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id",
    "INSERT OR REPLACE INTO users SELECT * FROM other",
    "UPDATE users SET name = upper(name) FROM other WHERE other.id = users.id",
    "DELETE FROM users WHERE id IN (SELECT user_id FROM banned)",
    "SELECT name, row_number() OVER (PARTITION BY town ORDER BY born) AS place FROM users",
    "SELECT CASE WHEN a > 1 THEN 'many' ELSE 'one' END FROM t",
    "SELECT json_extract(data, '$.name'), data ->> '$.x', data -> 'y' FROM t",
    'SELECT [weird name], `other name`, "third name" FROM t',
    "CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT DEFAULT CURRENT_TIMESTAMP) STRICT",
    "CREATE VIRTUAL TABLE IF NOT EXISTS notes USING fts5(body)",
    "PRAGMA journal_mode = WAL",
    "BEGIN IMMEDIATE",
    "VACUUM",
    "EXPLAIN QUERY PLAN SELECT * FROM users",
    "SELECT x'CAFE', 1e3, 0xFF, .5 -- done",
    "SELECT a FROM t WHERE a LIKE '%\\_%' ESCAPE '\\';",
    "SELECT date('now', '-1 day'), strftime('%Y', 'now')",
  ],
  postgres: [
    "SELECT DISTINCT ON (town) town, name FROM users ORDER BY town, born DESC NULLS LAST",
    "INSERT INTO users (name, tags) VALUES ('a', '{x,y}') ON CONFLICT (name) DO NOTHING RETURNING *",
    "SELECT data->'a'->>'b', data @> '{\"x\": 1}', data ? 'key', data ?| array['a'] FROM t",
    "SELECT id::text, (now() - interval '1 day')::date, (ARRAY[1, 2])[1:2] FROM t",
    "SELECT * FROM a LEFT JOIN LATERAL (SELECT * FROM b WHERE b.id = a.id LIMIT 1) x ON true",
    "WITH moved AS (DELETE FROM a WHERE old RETURNING *) INSERT INTO b SELECT * FROM moved",
    "MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET x = b.x WHEN NOT MATCHED THEN INSERT VALUES (b.id, b.x)",
    "SELECT $$it's$$, $tag$ $$ $tag$, E'a\\'b', U&'\\0061' /* a /* nested */ comment */",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; SELECT 2 $$",
    "DO $$ BEGIN PERFORM 1; END $$",
    "SELECT count(*) FILTER (WHERE a > 1), percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t",
    "SELECT * FROM t TABLESAMPLE SYSTEM (10) FOR UPDATE SKIP LOCKED",
    'SELECT "Name", \'äöü 😀\' FROM "Users";',
    "COPY t FROM STDIN",
    "LISTEN changes",
    "REFRESH MATERIALIZED VIEW CONCURRENTLY totals",
    "SELECT generate_series(1, 3)",
    "SELECT * FROM json_table('[1]', '$[*]' COLUMNS (x int PATH '$')) AS t",
  ],
  mysql: [
    "SELECT `a`, \"b\", 'it\\'s', 'it''s' FROM t WHERE a <=> NULL # comment",
    "INSERT INTO t SET a = 1 ON DUPLICATE KEY UPDATE a = VALUES(a)",
    "REPLACE INTO t (a) VALUES (1)",
    "SELECT @@version, @x := 1, @y",
    "SELECT 1--1",
    "UPDATE t SET a = 1 ORDER BY b LIMIT 3;",
    "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END",
    "SELECT /*!40001 SQL_NO_CACHE */ * FROM t STRAIGHT_JOIN u",
    "SELECT JSON_EXTRACT(a, '$.b'), a->>'$.c' FROM t",
  ],
};

describe.each(Object.entries(statements))("%s", (database, texts) => {
  test(`takes all ${texts.length}`, { timeout: 120_000 }, async () => {
    const resources = texts.map((text, index) => ({
      actionId: `s${index}`,
      sql: { connectionName: "db", query: text },
    }));
    const last = {
      actionId: "last",
      requires: resources.map(({ actionId }) => actionId),
      apiResponse: { response: 1 },
    };
    const connection = database === "sqlite" ? "sqlite://x.db" : `${database}://localhost/x`;
    const settings = { targetActionId: "last", timeout: "1m", sqlConnections: { db: { connection } } };
    const workflow = JSON.stringify({ settings, resources: [...resources, last] });
    const { reported, notDone } = await checkFiles({ "workflow.yaml": workflow });
    expect(reported).toEqual([]);
    expect(notDone.filter((line) => !line.endsWith("no package knows MySQL's grammar"))).toEqual([]);
  });
});
