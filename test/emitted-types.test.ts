import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/flowc.ts";

test("the emitted modules of all fixtures type-check against the runtime library", () => {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", join(root, "test", "fixtures"), "--noEmit"], {
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});
