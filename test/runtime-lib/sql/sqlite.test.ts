import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { sqlite } from "../../../runtime-lib/sql/sqlite.ts";
import { temporaryFolder } from "../../support/flowc.ts";
import { newRun, session } from "./steps.ts";

const numbers = (last: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) SELECT i FROM n`;

describe("sql on SQLite", () => {
  it("takes lists, names and values of all types", async () => {
    const { rows, start, end } = session("sqlite::memory:");
    await start({ query: "CREATE TABLE t (i, r, s, b, n, j)" });
    const params = [7, 1.5, "it's; DROP TABLE t", true, null, { a: [1] }];
    expect(await start({ query: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", params })).toMatchObject({
      rows: [],
      rowsAffected: 1,
      lastInsertId: 1,
    });
    expect(await rows("SELECT *, typeof(i) AS ti, typeof(r) AS tr FROM t")).toEqual([
      { i: 7, r: 1.5, s: "it's; DROP TABLE t", b: 1, n: null, j: '{"a":[1]}', ti: "integer", tr: "real" },
    ]);
    expect(await rows("SELECT :name AS x, @other AS y", { name: "a", other: 2 })).toEqual([{ x: "a", y: 2 }]);
    expect(await rows("SELECT 9007199254740993 AS big, x'00ff' AS bytes, 9e999 AS inf")).toEqual([
      { big: "9007199254740993", bytes: "AP8=", inf: "Infinity" },
    ]);
    await end();
  });

  it("tells of changed rows, also where a statement gives rows", async () => {
    const { start, end } = session("sqlite::memory:");
    await start({ query: "CREATE TABLE t (id INTEGER PRIMARY KEY, x)" });
    const returned = await start({ query: "/* new */ INSERT INTO t (x) VALUES (1), (2) RETURNING id" });
    expect(returned).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], rowsAffected: 2, lastInsertId: 2 });
    expect(await start({ query: "UPDATE t SET x = 0" })).toMatchObject({ rowsAffected: 2, lastInsertId: null });
    expect(await start({ query: "SELECT x FROM t" })).toMatchObject({ rowsAffected: 0, lastInsertId: null });
    await end();
  });

  it("runs a batch and queries all or nothing", async () => {
    const { start, rows, failure, end } = session("sqlite::memory:");
    await start({ query: "CREATE TABLE t (id INTEGER PRIMARY KEY)" });
    const query = "INSERT INTO t VALUES (?)";
    expect((await start({ query, paramsBatch: [[1], [2], [3]] })).rowsAffected).toBe(3);
    expect(await failure({ query, paramsBatch: [[4], [1]] })).toEqual({
      failureClass: "tool_runtime",
      message: "paramsBatch[1]: UNIQUE constraint failed: t.id",
    });
    expect(await failure({ transaction: true, queries: [{ query, params: [5] }, { query: "SELECT nope" }] })).toEqual({
      failureClass: "tool_runtime",
      message: "queries[1]: no such column: nope",
    });
    expect(await rows("SELECT count(*) AS n FROM t")).toEqual([{ n: 3 }]);
    const each = { query: "INSERT INTO t VALUES (:id) RETURNING id * 2 AS twice", paramsBatch: [{ id: 8 }, { id: 9 }] };
    expect((await start(each)).rows).toEqual([{ twice: 16 }, { twice: 18 }]);
    await end();
  });

  it("refuses parameters of the wrong shape and number", async () => {
    const { failure, end } = session("sqlite::memory:");
    expect(await failure({ query: "SELECT ?", params: "x" })).toEqual({
      failureClass: "validation",
      message: "sql 'params' must be a list or a map, found string",
    });
    expect(await failure({ query: "SELECT ?", paramsBatch: [1] })).toEqual({
      failureClass: "validation",
      message: "sql 'paramsBatch[0]' must be a list or a map, found int",
    });
    expect(await failure({ query: "SELECT ?", params: [] })).toMatchObject({ failureClass: "tool_runtime" });
    expect(await failure({ query: "SELECT 1; SELECT 2" })).toMatchObject({ failureClass: "tool_runtime" });
    await end();
  });

  it("stops between rows when the time is up or the run is cancelled", async () => {
    const { start, failure, abort, end } = session("sqlite::memory:");
    const query = numbers(50_000_000);
    expect(await failure({ query, maxRows: 50_000_000, timeoutMs: 100 })).toEqual({
      failureClass: "timeout",
      message: expect.stringMatching(/^timed out after 100ms: WITH RECURSIVE [^\n]+$/),
    });
    expect((await start({ query: numbers(3) })).rows).toHaveLength(3);
    setTimeout(() => abort.abort(Object.assign(new Error("cancelled"), { failureClass: "tool_runtime" })), 100);
    expect((await failure({ query, maxRows: 50_000_000 })).message).toBe("cancelled");
    await end();
  });

  it("never cuts rows", async () => {
    const { start, failure, end } = session("sqlite::memory:");
    expect((await start({ query: numbers(100_000) })).rows).toHaveLength(100_000);
    expect(await failure({ query: numbers(100_001) })).toEqual({
      failureClass: "tool_runtime",
      message: "the query gave more than 100000 rows (maxRows); add a LIMIT or raise maxRows",
    });
    await end();
  });

  it("holds no more than 64 MiB of rows, of one statement or of a batch", async () => {
    const { start, failure, end } = session("sqlite::memory:");
    const tooMuch = "the query gave more than 64 MiB; add a LIMIT or name fewer columns";
    const query = `WITH n AS (${numbers(1000)}) SELECT zeroblob(1000000) FROM n`;
    expect(await failure({ query })).toEqual({ failureClass: "tool_runtime", message: tooMuch });
    const one = { query: "SELECT zeroblob(?) AS x", paramsBatch: Array.from({ length: 70 }, () => [1_000_000]) };
    const { failureClass, message } = await failure(one);
    expect([failureClass, message]).toEqual(["tool_runtime", `paramsBatch[67]: ${tooMuch}`]);
    for (const _again of [1, 2]) {
      expect((await start({ query: "SELECT zeroblob(40000000) AS x" })).rows[0]?.["x"]).toHaveLength(53_333_336);
    }
    await end();
  });

  it("waits for another's lock without stopping the thread", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "shared.db");
    const other = new Sqlite(path);
    other.exec("CREATE TABLE t (x); BEGIN EXCLUSIVE");
    const { start, failure, rows, end } = session(`sqlite://${path}`);
    expect(await failure({ query: "INSERT INTO t VALUES (0)", timeoutMs: 100 })).toEqual({
      failureClass: "timeout",
      message: "timed out after 100ms: INSERT INTO t VALUES (0)",
    });
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
      if (turns === 20) other.exec("COMMIT");
    }, 5);
    await start({ query: "INSERT INTO t VALUES (?)", paramsBatch: [[1], [2]] });
    clearInterval(clock);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(await rows("SELECT x FROM t")).toEqual([{ x: 1 }, { x: 2 }]);
    other.close();
    await end();
  });

  it("shares a connection between the steps of a run, one at a time", async () => {
    const { start, rows, end } = session("sqlite::memory:");
    await start({ query: "CREATE TABLE t (x)" });
    const batch = (first: number) =>
      start({ query: "INSERT INTO t VALUES (?)", paramsBatch: Array.from({ length: 5_000 }, (_, i) => [first + i]) });
    await Promise.all([batch(0), batch(5_000), batch(10_000)]);
    expect(await rows("SELECT count(DISTINCT x) AS n FROM t")).toEqual([{ n: 15_000 }]);
    await end();
  });

  it("says why a file cannot be used", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "x.db");
    const cases = [
      [`sqlite://${folder.path}/none/x.db`, 'database "main": its folder does not exist'],
      [`sqlite://${folder.path}`, 'database "main": it cannot be opened, or its folder cannot be written'],
      [`sqlite://${file}?mode=rw`, 'database "main": it cannot be opened, or its folder cannot be written'],
      [`sqlite://${import.meta.filename}`, 'database "main": it is not a database'],
    ];
    for (const [url, message] of cases) {
      const { failure, end } = session(url ?? "");
      expect(await failure({ query: "SELECT * FROM t" })).toEqual({ failureClass: "infra", message });
      await end();
    }
    new Sqlite(file).exec("CREATE TABLE t (x)").close();
    const { failure, rows, end } = session(`sqlite://${file}?mode=ro`);
    expect(await rows("SELECT * FROM t")).toEqual([]);
    expect(await failure({ query: "INSERT INTO t VALUES (1)" })).toEqual({
      failureClass: "infra",
      message: 'database "main": it is read-only',
    });
    await end();
  });

  it("takes a full disk and a lock for failures of the infrastructure", async () => {
    using folder = temporaryFolder();
    const { start, failure, rows, end } = session(`sqlite://${join(folder.path, "x.db")}`);
    await start({ query: "CREATE TABLE t (x)" });
    await start({ query: "PRAGMA max_page_count = 4" });
    const paramsBatch = Array.from({ length: 100 }, () => ["x".repeat(1000)]);
    expect(await failure({ query: "INSERT INTO t VALUES (?)", paramsBatch })).toEqual({
      failureClass: "infra",
      message: 'database "main": the disk is full',
    });
    expect(await rows("SELECT * FROM t")).toEqual([]);
    await end();
    const locked = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    expect(sqlite.describe(locked)).toEqual({ failureClass: "infra", message: "it is locked by another process" });
  });

  it("is closed with the run", async () => {
    using folder = temporaryFolder();
    const url = `sqlite://${join(folder.path, "x.db")}`;
    const first = session(url);
    await first.start({ query: "CREATE TABLE t (x)" });
    await first.end();
    const second = newRun();
    await second.end();
    const { rows, end } = session(url);
    expect(await rows("SELECT * FROM t")).toEqual([]);
    await end();
  });
});
