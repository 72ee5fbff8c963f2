import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureCache } from "./cache.ts";
import { measureCheck } from "./check.ts";
import { measureCheckMany } from "./check-many.ts";
import { measureDurable } from "./durable.ts";
import { measureExecutables } from "./executables.ts";
import { measureExplore } from "./explore.ts";
import { measureExpressions } from "./expressions.ts";
import { reportFuzzing } from "./fuzz-result.ts";
import { measureHttp } from "./http.ts";
import { measureMemoryServer } from "./memory-server.ts";
import { installPeers } from "./peers.ts";
import { Place, root } from "./place.ts";
import { measureRecord } from "./record.ts";
import { limitLines, othersAtWork, report, type Section } from "./report.ts";
import { measureServe } from "./serve.ts";
import { measureSizes } from "./sizes.ts";
import { measureSql } from "./sql.ts";
import { measureStart } from "./start.ts";
import { measureTasks } from "./tasks.ts";
import { measureTests } from "./tests.ts";

// Measures everything and writes bench/README.md; with names of parts, those only, and prints: node bench/run.ts start

const parts: Readonly<Record<string, (place: Place) => Promise<Section>>> = {
  start: measureStart,
  executables: measureExecutables,
  tasks: measureTasks,
  tests: measureTests,
  explore: measureExplore,
  http: measureHttp,
  serve: measureServe,
  record: measureRecord,
  durable: measureDurable,
  cache: measureCache,
  check: measureCheck,
  "check-many": measureCheckMany,
  expressions: measureExpressions,
  fuzz: reportFuzzing,
  sql: measureSql,
  "memory-server": measureMemoryServer,
  sizes: measureSizes,
};
/** Measured in the sources: needs no new dist/. */
const fromSources: ReadonlySet<string> = new Set(["expressions", "fuzz", "sql"]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`unknown part ${unknown.join(", ")}; known: ${Object.keys(parts).join(", ")}`);

installPeers();
if (wanted.length === 0 || wanted.some((name) => !fromSources.has(name)))
  execFileSync(process.execPath, ["build.ts"], { cwd: root, stdio: "inherit" });
const load = othersAtWork();
const place = new Place();
try {
  const sections: Section[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`bench: ${name}`);
    const section = await measure(place).catch((error: unknown) => failedSection(name, error));
    console.error(limitLines(section));
    sections.push(section);
  }
  const text = report(sections, load);
  if (wanted.length === 0) writeFileSync(join(import.meta.dirname, "README.md"), text);
  process.stdout.write(text);
} finally {
  place.remove();
}

/** A part that could not be measured: the others are all the same, and the bench ends with 1. */
function failedSection(name: string, error: unknown): Section {
  process.exitCode = 1;
  const message = error instanceof Error ? error.message : String(error);
  console.error(`bench: ${name} failed: ${message}`);
  const limits = [{ what: `the part ${name}`, limit: "", measured: "failed", holds: false }];
  return { title: name, text: `Not measured: ${message.split("\n")[0]}`, limits, table: "" };
}
