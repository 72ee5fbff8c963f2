import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort, type Server, startMysql, startPostgres } from "../../support/databases.ts";
import { listening } from "../../support/server.ts";
import { connectionTo, newRun, type Session, session } from "./steps.ts";

const tlsFolder = join(import.meta.dirname, "..", "..", "support", "tls");

interface Dialect {
  readonly name: string;
  readonly start: () => Promise<Server | undefined>;
  /** The n-th placeholder. */
  readonly at: (n: number) => string;
  readonly sleep: (seconds: number) => string;
  /** What it says of a statement that it cannot read, of a table that is not there. */
  readonly syntax: RegExp;
  readonly unknownTable: RegExp;
  readonly wrongPassword: RegExp;
  /** How many statements of `sleep(31)` run. */
  readonly running: string;
  /** Takes a lock of that number, until its connection ends. */
  readonly lock: (id: number) => string;
  /** How many statements wait for such a lock. */
  readonly locking: string;
  /** Rows of 35 KB, so many that nobody could hold them. */
  readonly flood: string;
  /** How many of these run. */
  readonly flooding: string;
}

const dialects: readonly Dialect[] = [
  {
    name: "PostgreSQL",
    start: startPostgres,
    at: (n) => `$${n}`,
    sleep: (seconds) => `SELECT pg_sleep(${seconds})`,
    syntax: /^syntax error at or near "SELEC" \(42601\)$/,
    unknownTable: /^relation "nowhere" does not exist \(42P01\)$/,
    wrongPassword: /^database "main": password authentication failed for user "flowc" \(28P01\)$/,
    running:
      "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(31%' AND pid <> pg_backend_pid()",
    lock: (id) => `SELECT pg_advisory_lock(${id})`,
    locking:
      "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%advisory_lock(_)' AND wait_event_type = 'Lock'",
    flood: "SELECT repeat('x', 35000) || generate_series(1, 100000000) AS x",
    flooding:
      "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%repeat(%' AND pid <> pg_backend_pid()",
  },
  {
    name: "MariaDB",
    start: startMysql,
    at: () => "?",
    sleep: (seconds) => `SELECT SLEEP(${seconds})`,
    syntax: /^You have an error in your SQL syntax.* near 'SELEC 1' at line 1 \(1064\)$/,
    unknownTable: /^Table 'flowc.nowhere' doesn't exist \(1146\)$/,
    wrongPassword: /^database "main": Access denied for user 'flowc'@'.*' \(using password: YES\) \(1045\)$/,
    running:
      "SELECT count(*) AS n FROM information_schema.processlist WHERE info LIKE '%SLEEP(31%' AND id <> CONNECTION_ID()",
    lock: (id) => `SELECT GET_LOCK('${id}', 60)`,
    locking:
      "SELECT count(*) AS n FROM information_schema.processlist WHERE info LIKE '%GET\\_LOCK(%' AND state = 'User lock'",
    flood: "SELECT REPEAT('x', 35000) AS x FROM seq_1_to_100000000",
    flooding:
      "SELECT count(*) AS n FROM information_schema.processlist WHERE info LIKE '%REPEAT(%' AND id <> CONNECTION_ID()",
  },
];

describe.each(dialects)(
  "sql on $name",
  ({ start, at, sleep, syntax, unknownTable, wrongPassword, running, lock, locking, flood, flooding }) => {
    let server: Server | undefined;
    let open: Session[] = [];
    const use = (url = server?.url ?? "", more = {}): Session => {
      const made = session(url, more);
      open.push(made);
      return made;
    };

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());
    beforeEach(async (context) => {
      if (server === undefined) return context.skip();
      open = [];
      const { start: run } = use();
      await run({ query: "DROP TABLE IF EXISTS items" });
      await run({ query: "CREATE TABLE items (id INT PRIMARY KEY, name VARCHAR(100), price DECIMAL(10,2))" });
      return async () => void (await Promise.all(open.map((each) => each.end())));
    });

    const insert = `INSERT INTO items (id, name, price) VALUES (${at(1)}, ${at(2)}, ${at(3)})`;

    it("gives rows as maps and tells how many rows a statement changed", async () => {
      const { start: run, rows } = use();
      expect(await run({ query: insert, params: [1, "it's; DROP TABLE items", 12.5] })).toMatchObject({
        rows: [],
        rowsAffected: 1,
      });
      expect(await rows("SELECT id, name, price FROM items")).toEqual([
        { id: 1, name: "it's; DROP TABLE items", price: 12.5 },
      ]);
      expect((await run({ query: "UPDATE items SET name = 'x'" })).rowsAffected).toBe(1);
      expect(await rows(`SELECT count(*) AS n FROM items WHERE name = ${at(1)}`, ["x"])).toEqual([{ n: 1 }]);
    });

    it("takes nil, bools, whole numbers and nested values for parameters", async () => {
      const { start: run, rows } = use();
      await run({ query: insert, params: [2, null, null] });
      await run({ query: insert, params: [3, { a: [1, "b"] }, 0.25] });
      expect(await rows("SELECT name, price FROM items ORDER BY id")).toEqual([
        { name: null, price: null },
        { name: '{"a":[1,"b"]}', price: 0.25 },
      ]);
      expect(await rows(`SELECT id FROM items ORDER BY id LIMIT ${at(1)}`, [1])).toEqual([{ id: 2 }]);
    });

    it("runs a batch in one transaction, with one prepared statement", async () => {
      const { start: run, rows, failure } = use();
      const paramsBatch = Array.from({ length: 50 }, (_, index) => [index, `n${index}`, index]);
      expect((await run({ query: insert, paramsBatch })).rowsAffected).toBe(50);
      const bad = await failure({
        query: insert,
        paramsBatch: [
          [100, "a", 1],
          [101, "b", 1],
          [1, "twice", 1],
        ],
      });
      expect(bad.failureClass).toBe("tool_runtime");
      expect(bad.message).toMatch(/^paramsBatch\[2\]: .*(duplicate|Duplicate)/);
      expect(await rows("SELECT count(*) AS n FROM items")).toEqual([{ n: 50 }]);
      expect(await run({ query: insert, paramsBatch: [] })).toMatchObject({ rows: [], rowsAffected: 0 });
    });

    it("runs queries in order, all or nothing in a transaction", async () => {
      const { start: run, rows, failure } = use();
      const two = await run({ queries: [{ query: insert, params: [1, "a", 1] }, { query: "SELECT name FROM items" }] });
      expect(two.results.map((result) => [result.rows, result.rowsAffected])).toEqual([
        [[], 1],
        [[{ name: "a" }], 0],
      ]);
      const queries = [{ query: insert, params: [2, "b", 1] }, { query: "SELECT * FROM nowhere" }];
      const failed = await failure({ queries, transaction: true });
      expect(failed.message).toMatch(/^queries\[1\]: /);
      expect(await rows("SELECT id FROM items")).toEqual([{ id: 1 }]);
      await failure({ queries });
      expect(await rows("SELECT id FROM items ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it("fails where there are more rows than maxRows, and goes on afterwards", async () => {
      const { start: run, rows, failure } = use();
      await run({ query: insert, paramsBatch: Array.from({ length: 5 }, (_, index) => [index, "x", 1]) });
      expect(await failure({ query: "SELECT * FROM items", maxRows: 4 })).toEqual({
        failureClass: "tool_runtime",
        message: "the query gave more than 4 rows (maxRows); add a LIMIT or raise maxRows",
      });
      expect(await rows("SELECT id FROM items WHERE id > 3")).toEqual([{ id: 4 }]);
    });

    it.each([
      [{ maxRows: 1e9 }, "the query gave more than 64 MiB; add a LIMIT or name fewer columns"],
      [{ maxRows: 3 }, "the query gave more than 3 rows (maxRows); add a LIMIT or raise maxRows"],
      [{ maxRows: 3, transaction: true }, "the query gave more than 3 rows (maxRows); add a LIMIT or raise maxRows"],
    ])("reads no more than it may, ends the statement on the server and goes on: %j", async (limits, message) => {
      const { failure, rows } = use(undefined, { maxConnections: 1 });
      const before = process.memoryUsage().rss;
      expect(await failure({ query: flood, ...limits })).toEqual({ failureClass: "tool_runtime", message });
      // All in all it would be 3.5 TB.
      expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 30);
      await until(async () => (await rows(flooding))[0]?.["n"] === 0);
    });

    it("counts what all runs of a batch give together", async () => {
      const { failure, rows } = use();
      const query = `SELECT REPEAT('x', 1000000) AS x, ${at(1)} AS i`;
      const paramsBatch = Array.from({ length: 100 }, (_, index) => [String(index)]);
      const { failureClass, message } = await failure({ query, paramsBatch });
      expect(failureClass).toBe("tool_runtime");
      expect(message).toMatch(/^paramsBatch\[6\d\]: the query gave more than 64 MiB/);
      expect((await rows("SELECT REPEAT('x', 10000000) AS x"))[0]?.["x"]).toHaveLength(1e7);
    });

    it("tells statements that the database refuses from databases that cannot be asked", async () => {
      const { failure } = use();
      expect(await failure({ query: "SELEC 1" })).toMatchObject({ failureClass: "tool_runtime" });
      expect((await failure({ query: "SELEC 1" })).message.replaceAll("\n", " ")).toMatch(syntax);
      expect((await failure({ query: "SELECT * FROM nowhere" })).message).toMatch(unknownTable);
      expect(await failure({ query: "SELECT 1; SELECT 2" })).toMatchObject({ failureClass: "tool_runtime" });
      expect(await failure({ query: "SELECT 1", params: { id: 1 } })).toEqual({
        failureClass: "validation",
        message: `sql 'params' must be a list for this database, whose placeholder is ${at(1)}`,
      });
    });

    it("says no word of the password", async () => {
      const wrong = use((server?.url ?? "").replace("correct", "s3cret"));
      const { failureClass, message } = await wrong.failure({ query: "SELECT 1" });
      expect(failureClass).toBe("infra");
      expect(message).toMatch(wrongPassword);
      const port = await freePort();
      const refused = use((server?.url ?? "").replace(/:\d+\//, `:${port}/`).replace("correct", "s3cret"));
      expect(await refused.failure({ query: "SELECT 1" })).toEqual({
        failureClass: "infra",
        message: `database "main": connection refused: 127.0.0.1:${port} (ECONNREFUSED)`,
      });
    });

    it("gives up on a server that does not answer", async () => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as { port: number };
      const late = use((server?.url ?? "").replace(/:\d+\//, `:${port}/`), { connectTimeoutMs: 100 });
      expect(await late.failure({ query: "SELECT 1" })).toEqual({
        failureClass: "infra",
        message: 'database "main": no connection within 100ms',
      });
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it("stops a statement on the server when its time is up or the run is cancelled", async () => {
      const { failure, rows, abort } = use();
      expect(await failure({ query: sleep(31), timeoutMs: 200 })).toEqual({
        failureClass: "timeout",
        message: `timed out after 200ms: ${sleep(31)}`,
      });
      const other = use();
      // The server is done with the statement a little later than it says so.
      await until(async () => (await other.rows(running))[0]?.["n"] === 0);
      expect(await rows(`SELECT ${at(1)} AS x`, ["again"])).toEqual([{ x: "again" }]);
      const cancelled = failure({ query: sleep(31) });
      await until(async () => (await other.rows(running))[0]?.["n"] === 1);
      abort.abort(Object.assign(new Error("cancelled"), { failureClass: "tool_runtime" }));
      expect((await cancelled).message).toBe("cancelled");
      await until(async () => (await other.rows(running))[0]?.["n"] === 0);
    });

    it("uses no more connections than it may, and gives them on", async () => {
      const { start: run } = use(undefined, { maxConnections: 2 });
      const many = await Promise.all(Array.from({ length: 12 }, (_, index) => run({ query: `SELECT ${index} AS i` })));
      expect(many.map(({ rows }) => rows[0]?.["i"])).toEqual(Array.from({ length: 12 }, (_, index) => index));
    });

    it("reports a deadlock as class infra, and the other transaction goes on", async () => {
      const { start: run, rows } = use();
      await run({
        query: insert,
        paramsBatch: [
          [1, "a", 0],
          [2, "b", 0],
        ],
      });
      const touch = (id: number) => ({ query: `UPDATE items SET price = price + 1 WHERE id = ${at(1)}`, params: [id] });
      const attempt = (first: number, second: number) =>
        run({ transaction: true, queries: [touch(first), { query: lock(first) }, touch(second)] }).then(
          () => "done",
          ({ failureClass, message }) => `${failureClass}: ${message}`,
        );
      // Both wait, each with a row that the other needs, until they are let go on.
      const gate = use(undefined, { maxConnections: 1 });
      for (const id of [1, 2]) await gate.rows(lock(id));
      const attempts = [attempt(1, 2), attempt(2, 1)];
      const other = use();
      await until(async () => (await other.rows(locking))[0]?.["n"] === 2);
      await gate.end();
      const ended = await Promise.all(attempts);
      expect(ended.toSorted()).toEqual(["done", expect.stringMatching(/^infra: database "main": .*deadlock/i)]);
      expect(await rows("SELECT price FROM items")).toEqual([{ price: 1 }, { price: 1 }]);
    });

    it("writes CSV", async () => {
      const { start: run } = use();
      await run({
        query: insert,
        paramsBatch: [
          [1, 'a "b", c', 1.5],
          [2, null, null],
          [3, "", 2],
        ],
      });
      const { csv } = await run({ query: "SELECT id, name, price FROM items ORDER BY id", format: "csv" });
      expect(csv).toBe('id,name,price\r\n1,"a ""b"", c",1.5\r\n2,,\r\n3,"",2\r\n');
    });

    it("reports a server that ends in the middle of a statement", async () => {
      const own = await start();
      const lost = use(own?.url);
      try {
        await lost.rows("SELECT 1");
        const failed = lost.failure({ query: sleep(31) });
        await until(async () => (await lost.rows(running))[0]?.["n"] === 1);
        own?.process.kill("SIGKILL");
        const { failureClass, message } = await failed;
        expect(failureClass).toBe("infra");
        expect(message).toMatch(/^database "main": /);
      } finally {
        await own?.stop();
      }
    });
  },
);

describe("types of PostgreSQL", () => {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it("come as the language has them", async (context) => {
    if (server === undefined) return context.skip();
    const { rows, end } = session(server.url);
    const [row] = await rows(`SELECT true AS b, 9007199254740993::bigint AS big, 7::bigint AS small, 1.10::numeric AS n,
      'NaN'::float8 AS nan, '\\x00ff'::bytea AS bytes, '{"a":[1]}'::jsonb AS j, ARRAY[1,NULL,3] AS ints,
      ARRAY['a','b,"c']::text[] AS texts, '2026-01-02'::date AS d, '2026-01-02 03:04:05.5'::timestamp AS t,
      '2026-01-02 03:04:05+00'::timestamptz AT TIME ZONE 'UTC' AS u, NULL::int AS nothing,
      '00000000-0000-0000-0000-000000000001'::uuid AS id`);
    expect(row).toEqual({
      b: true,
      big: "9007199254740993",
      small: 7,
      n: 1.1,
      nan: "NaN",
      bytes: "AP8=",
      j: { a: [1] },
      ints: [1, null, 3],
      texts: ["a", 'b,"c'],
      d: "2026-01-02",
      t: "2026-01-02T03:04:05.5",
      u: "2026-01-02T03:04:05",
      nothing: null,
      id: "00000000-0000-0000-0000-000000000001",
    });
    expect(await rows("SELECT 2 = ANY($1::int[]) AS found, $2::bool AS yes", [[1, 2], true])).toEqual([
      { found: true, yes: true },
    ]);
    expect(await rows("SET TIME ZONE 'UTC'")).toEqual([]);
    expect(await rows("SELECT '2026-01-02 03:04:05+02'::timestamptz AS t")).toEqual([{ t: "2026-01-02T01:04:05Z" }]);
    await end();
  });
});

describe("types of MariaDB", () => {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await startMysql();
  });
  afterAll(() => server?.stop());

  it("come as the language has them, from prepared statements and from text", async (context) => {
    if (server === undefined) return context.skip();
    const { rows, start, end } = session(server.url);
    const columns = `9007199254740993 AS big, 7 AS small, CAST(1.10 AS DECIMAL(10,2)) AS n, 0.5e0 AS f, X'00FF' AS bytes,
      DATE '2026-01-02' AS d, TIMESTAMP '2026-01-02 03:04:05' AS t, NULL AS nothing, 'a' AS s`;
    const expected = {
      big: "9007199254740993",
      small: 7,
      n: 1.1,
      f: 0.5,
      bytes: "AP8=",
      d: "2026-01-02",
      t: "2026-01-02T03:04:05",
      nothing: null,
      s: "a",
    };
    expect(await rows(`SELECT ${columns}`)).toEqual([expected]);
    expect(await rows(`SELECT ${columns} WHERE 1 = ?`, [1])).toEqual([expected]);
    await start({ query: "CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, flag BOOL)" });
    expect(await start({ query: "INSERT INTO keyed (flag) VALUES (?)", params: [true] })).toMatchObject({
      rowsAffected: 1,
      lastInsertId: 1,
    });
    expect(await rows("SELECT flag FROM keyed")).toEqual([{ flag: 1 }]);
    await end();
  });
});

it("refuses a connection string before anything is connected, without a word of it", async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      "oracle://scott:tiger@host/x",
      /^the connection string of the database "main" must start with sqlite:\/\/, postgres:/,
    ],
    ["mysql://u:tiger@host:99999/x", /is not a URL like mysql:\/\/USER:PASSWORD@HOST:PORT\/DATABASE$/],
    ["mysql://u:tiger@host/x?tiger=1", /has an unknown parameter; allowed: ssl-mode, sslmode, socketPath$/],
    ["mysql://u:tiger%@host/x", /has a % that does not start a %XX$/],
    ["postgres://u:tiger@host:port/x", /is not a URL/],
    ["sqlite://", /names no file/],
    ["sqlite://x.db?tiger=1", /has parameters that SQLite does not take here/],
    ["", /is empty$/],
  ];
  for (const [url, message] of cases) {
    const { failure } = session(url);
    const found = await failure({ query: "SELECT 1" });
    expect(found).toEqual({ failureClass: "preflight", message: expect.stringMatching(message) });
    expect(found.message).not.toContain("tiger");
  }
  expect(connectionTo("x", { name: "other" }).name).toBe("other");
  await newRun().end();
});

it("says what is wrong with a server's certificate", async () => {
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => readFileSync(join(tlsFolder, name)));
  await using server = await listening(
    // What PostgreSQL answers to whom asks for TLS.
    createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write("S");
        new TLSSocket(socket, { isServer: true, cert, key }).on("error", () => undefined);
      });
    }),
  );
  const { failure, end } = session(`postgres://u:tiger@${server.host}/x?sslmode=verify-full`);
  expect(await failure({ query: "SELECT 1" })).toEqual({
    failureClass: "infra",
    message: 'database "main": its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  });
  await end();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("it never holds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
