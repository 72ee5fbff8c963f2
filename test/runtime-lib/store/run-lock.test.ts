import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRunning, lockRun } from "../../../runtime-lib/store/run-lock.ts";
import { root, runProgram, temporaryFolder } from "../../support/flowc.ts";

test("a run has one lock, which is gone with its holder", () => {
  using folder = temporaryFolder();
  const store = join(folder.path, "runs.db");
  const lock = lockRun(store, "one");
  expect(isRunning(store, "one")).toBe(true);
  expect(isRunning(store, "other")).toBe(false);
  lock?.release();
  expect(isRunning(store, "one")).toBe(false);
});

test("another process does not get it, until the holder is killed", async () => {
  using folder = temporaryFolder();
  const store = join(folder.path, "runs.db");
  const script = `import { lockRun } from ${JSON.stringify(join(root, "runtime-lib/store/run-lock.ts"))};
    globalThis.lock = lockRun(${JSON.stringify(store)}, "a/../b");
    console.log("held");
    setInterval(() => undefined, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    await once(holder.stdout, "data");
    expect([isRunning(store, "a/../b"), lockRun(store, "a/../b")]).toEqual([true, undefined]);
  } finally {
    holder.kill("SIGKILL");
    await once(holder, "close");
  }
  expect(isRunning(store, "a/../b")).toBe(false);
  expect(existsSync(join(folder.path, "b"))).toBe(false);
  lockRun(store, "a/../b")?.release();
});

test("of processes that take turns none gets the lock while another has it, nor fails", async () => {
  using folder = temporaryFolder();
  const marker = JSON.stringify(join(folder.path, "held"));
  const script = `import { rmSync, writeFileSync } from "node:fs";
    import { lockRun } from ${JSON.stringify(join(root, "runtime-lib/store/run-lock.ts"))};
    for (let got = 0; got < 40; ) {
      const lock = lockRun(${JSON.stringify(join(folder.path, "runs.db"))}, "one");
      if (lock === undefined) continue;
      got += 1;
      writeFileSync(${marker}, "", { flag: "wx" });
      rmSync(${marker});
      lock.release();
    }`;
  const file = join(folder.path, "turns.mjs");
  writeFileSync(file, script);
  const outcomes = await Promise.all([1, 2, 3].map(() => runProgram(file, [])));
  for (const { stderr, code } of outcomes) expect([stderr, code]).toEqual(["", 0]);
});
