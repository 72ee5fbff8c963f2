import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openExistingStore } from "../../runtime-lib/store/database.ts";
import { readPlaces } from "../../runtime-lib/store/known-places.ts";
import { command, project } from "../cli/project.ts";
import { flowcHere, runProgram } from "../support/flowc.ts";
import { noise } from "./kill.ts";

// What a disk may hold after the power was lost: the log of the store, cut anywhere. What is read of it is what was recorded
// up to there, or nothing; and a run goes on from it.

const resources = 12;
const chain = {
  name: "power",
  resources: Array.from({ length: resources }, (_, index) =>
    command(`p${index}`, `echo p${index} >> log; echo ${index}`, index === 0 ? {} : { requires: [`p${index - 1}`] }),
  ),
};

/** Of SQLite's log: its header, then frames of a header and a page (https://www.sqlite.org/fileformat2.html#walformat). */
const walHeader = 32;
const frame = 24 + 4_096;

/** A store whose log ends after `length` bytes. `torn`: so many bytes at its end are not what was written. */
function cut(from: string, to: string, log: Buffer, { length, torn = 0 }: { length: number; torn?: number }): string {
  mkdirSync(to);
  const store = join(to, "runs.db");
  copyFileSync(from, store);
  const left = Buffer.from(log.subarray(0, length));
  left.fill(0x5a, Math.max(0, length - torn));
  writeFileSync(`${store}-wal`, left);
  return store;
}

function placesIn(store: string): readonly string[] {
  const database = openExistingStore(store);
  if (database === undefined) return [];
  try {
    return [...readPlaces(database, "run").keys()];
  } finally {
    database.close();
  }
}

test("a store that was cut anywhere holds what was recorded first, and its run ends right", async () => {
  using folder = project(chain);
  await flowcHere(["build", ".", "-o", "out", "--journal"], { cwd: folder.path });
  const bundle = join(folder.path, "out", "power.mjs");
  const run = async (store: string, cwd: string) => {
    mkdirSync(cwd, { recursive: true });
    const args = [`--journal=${store}`, "--run", "run", "--step-output", "none"];
    const outcome = await runProgram(bundle, args, { cwd });
    const log = join(cwd, "log");
    return { ...outcome, ran: readFileSync(log, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean) };
  };
  const whole = join(folder.path, "runs.db");
  const { ran } = await run(whole, join(folder.path, "calm"));
  const all = Array.from({ length: resources }, (_, index) => `p${index}`);
  expect(ran).toEqual(all);
  const log = readFileSync(`${whole}-wal`);
  const frames = Math.floor((log.length - walHeader) / frame);
  expect(frames).toBeGreaterThan(resources);
  const cuts = [
    ...Array.from({ length: frames + 1 }, (_, count) => ({ length: walHeader + count * frame })),
    ...noise(1, 60).map((share) => ({ length: Math.floor(share * log.length) })),
    ...noise(2, 60).map((share) => ({ length: Math.floor(share * log.length), torn: 700 })),
  ];
  const found = cuts.map((where, index) => placesIn(cut(whole, join(folder.path, `cut${index}`), log, where)));
  for (const places of found) expect(places).toEqual(all.slice(0, places.length));
  // Whatever is on the disk is as much as was there: each place is in some of them the last.
  expect(new Set(found.map(({ length }) => length)).size).toBe(resources + 1);
  for (const [index, share] of noise(3, 8).entries()) {
    const cwd = join(folder.path, `again${index}`);
    const length = Math.floor(share * log.length);
    const recorded = placesIn(cut(whole, join(folder.path, `look${index}`), log, { length }));
    const outcome = await run(cut(whole, join(folder.path, `store${index}`), log, { length }), cwd);
    expect(outcome).toMatchObject({ stdout: `${resources - 1}\n`, code: 0, ran: all.slice(recorded.length) });
  }
}, 120_000);

test("of many processes that want one run, one runs it, and nothing runs twice", async () => {
  using folder = project(chain);
  await flowcHere(["build", ".", "-o", "out", "--journal"], { cwd: folder.path });
  const args = ["--journal=runs.db", "--run", "run", "--step-output", "none"];
  const start = () => runProgram(join(folder.path, "out", "power.mjs"), args, { cwd: folder.path });
  const outcomes = await Promise.all(Array.from({ length: 6 }, start));
  for (const { code, stdout, stderr } of outcomes) {
    // Who comes late finds the result.
    if (code === 0) expect(stdout).toBe(`${resources - 1}\n`);
    else expect([code, stderr]).toEqual([2, 'error: the run "run" is running in another process\n']);
  }
  expect(outcomes.some(({ code }) => code === 0)).toBe(true);
  const ran = readFileSync(join(folder.path, "log"), "utf8").trim().split("\n");
  expect(ran).toEqual(Array.from({ length: resources }, (_, index) => `p${index}`));
}, 120_000);
