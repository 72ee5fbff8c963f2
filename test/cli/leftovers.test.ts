import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepFolders } from "../../compiler/cli/shared/leftovers.ts";
import { runProgram, temporaryFolder } from "../support/flowc.ts";

test("folders of programs that have ended are removed, with all that is in them, and no others", async () => {
  using folder = temporaryFolder();
  const { pid } = process;
  using script = temporaryFolder();
  writeFileSync(join(script.path, "pid.mjs"), "process.stdout.write(String(process.pid));");
  const { stdout: ended } = await runProgram(join(script.path, "pid.mjs"), [], { cwd: script.path });
  const names = [`flowc-exe-${ended}-Ab1`, `flowc-exe-${pid}-Ab1`, "flowc-exe-Ab1", `other-${ended}-Ab1`];
  for (const name of names) mkdirSync(join(folder.path, name, "inner"), { recursive: true });
  sweepFolders(folder.path, "flowc-exe-");
  expect(readdirSync(folder.path).sort()).toEqual(names.slice(1).sort());
});

test("a place that cannot be read is left as it is", () => {
  expect(() => sweepFolders("/nowhere/at/all", "flowc-exe-")).not.toThrow();
});
