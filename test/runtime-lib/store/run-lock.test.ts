import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRunning, lockRun } from "../../../runtime-lib/store/run-lock.ts";
import { root, temporaryFolder } from "../../support/flowc.ts";

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
