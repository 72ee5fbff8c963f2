import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Times } from "./measure.ts";
import type { Place } from "./place.ts";
import { atMost, row, type Section } from "./report.ts";
import type { SqlTimes } from "./sql/program.ts";

/** What sql and memory add to SQLite's own time. */
export async function measureSql(place: Place): Promise<Section> {
  const program = join(import.meta.dirname, "sql", "program.ts");
  const output = execFileSync(process.execPath, [program, place.make("sql")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { rounds, rows, pairs, times } = JSON.parse(output) as SqlTimes;
  const all = new Map(Object.entries(times).map(([name, sorted]) => [name, new Times(sorted)]));
  const ratio = (name: string) =>
    (all.get(name)?.median ?? Number.NaN) / (all.get(`${name}, bare`)?.median ?? Number.NaN);
  return {
    title: "SQLite",
    text: `In one process, contenders taking turns, ${rounds} rounds, each on a new file. ${rows} rows of three columns by
\`paramsBatch\`, beside a prepared statement of better-sqlite3 in a transaction. ${pairs} pairs of a store and a retrieve
of memory, one after the other, beside the same statements on a file of the same durability (WAL, \`synchronous=FULL\`).`,
    limits: [
      atMost(`${rows} inserts by paramsBatch / bare better-sqlite3`, ratio("paramsBatch"), 1.25, "x"),
      atMost(`${pairs} stores and retrieves of memory / bare better-sqlite3`, ratio("memory"), 1.25, "x"),
    ],
    table: [
      "| | median ms | 25 % | 75 % |",
      "|---|--:|--:|--:|",
      ...[...all].map(([name, measured]) =>
        row([name, ...[0.5, 0.25, 0.75].map((share) => measured.quantile(share).toFixed(1))]),
      ),
    ].join("\n"),
  };
}
