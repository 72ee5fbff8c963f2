import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc, temporaryFolder } from "../support/flowc.ts";
import { corporaFolder } from "./corpus-case.ts";
import { triedWorkflows } from "./tried.ts";

test.concurrent.each(triedWorkflows())("$name runs", async ({ path, args }) => {
  using folder = temporaryFolder();
  cpSync(join(corporaFolder, "data"), join(folder.path, "data"), { recursive: true });
  const { code, stderr } = await flowc(["run", path, ...args], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
