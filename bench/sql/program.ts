/**
 * `node bench/sql/program.ts FOLDER`: measures in this one process and prints what it found as JSON. The contenders take
 * turns; each writes to a new file.
 */

import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { closeMemory } from "../../runtime-lib/memory/connections.ts";
import { memory } from "../../runtime-lib/memory/memory.ts";
import type { StepContext } from "../../runtime-lib/run/step-context.ts";
import { sql } from "../../runtime-lib/sql/sql.ts";
import { sqlite } from "../../runtime-lib/sql/sqlite.ts";

const ROUNDS = 21;
const ROWS = 10_000;
const PAIRS = 200;

/** Milliseconds by the name of the contender, sorted. */
export interface SqlTimes {
  readonly rounds: number;
  readonly rows: number;
  readonly pairs: number;
  readonly times: Readonly<Record<string, readonly number[]>>;
}

const folder = process.argv[2] ?? "";
if (folder === "") throw new Error("needs a folder to write to");
const rows = Array.from({ length: ROWS }, (_, index) => [index, `name ${index}`, index / 4]);
const create = "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL)";
const insert = "INSERT INTO item (id, name, price) VALUES (?, ?, ?)";
let files = 0;

const contenders: Readonly<Record<string, () => Promise<number>>> = {
  "paramsBatch, bare": async () => {
    const database = new Sqlite(newFile());
    database.exec(create);
    const took = await time(async () => {
      const statement = database.prepare(insert);
      database.transaction(() => {
        for (const row of rows) statement.run(row);
      })();
    });
    database.close();
    return took;
  },
  paramsBatch: async () => {
    const { step, end } = newStep();
    const file = newFile();
    const connection = { name: "main", drivers: [sqlite], url: () => `sqlite://${file}` };
    await sql(step, { connection, query: create });
    const took = await time(() => sql(step, { connection, query: insert, paramsBatch: rows }));
    await end();
    return took;
  },
  "memory, bare": async () => {
    const database = new Sqlite(newFile());
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.exec("CREATE TABLE memory (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL)");
    const write = database.prepare(
      "INSERT INTO memory VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
    );
    const read = database.prepare("SELECT value FROM memory WHERE key = ?").pluck();
    const took = await time(async () => {
      for (let index = 0; index < PAIRS; index++) {
        write.run(`key ${index}`, `value ${index}`, new Date().toISOString());
        read.get(`key ${index}`);
      }
    });
    database.close();
    return took;
  },
  memory: async () => {
    const { step } = newStep();
    const dbPath = newFile();
    await memory(step, { action: "store", key: "none", value: "", dbPath }); // makes the file, as the bare one is made
    const took = await time(async () => {
      for (let index = 0; index < PAIRS; index++) {
        await memory(step, { action: "store", key: `key ${index}`, value: `value ${index}`, dbPath });
        await memory(step, { action: "retrieve", key: `key ${index}`, dbPath });
      }
    });
    closeMemory();
    return took;
  },
};

const times = Object.fromEntries(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
for (let round = 0; round <= ROUNDS; round++) {
  const turns = Object.entries(contenders);
  for (const [name, run] of round % 2 === 0 ? turns : turns.toReversed()) {
    const took = await run();
    if (round > 0) times[name]?.push(took);
  }
}
for (const measured of Object.values(times)) measured.sort((a, b) => a - b);
process.stdout.write(JSON.stringify({ rounds: ROUNDS, rows: ROWS, pairs: PAIRS, times } satisfies SqlTimes));

function newFile(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

function newStep(): { readonly step: StepContext; readonly end: () => Promise<unknown> } {
  const closers: (() => void | Promise<void>)[] = [];
  const step: StepContext = {
    id: "bench",
    signal: new AbortController().signal,
    environment: {},
    shared: new Map(),
    atEnd: (close) => void closers.push(close),
  };
  return { step, end: () => Promise.all(closers.map((close) => close())) };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
