import { join } from "node:path";
import { expect, test } from "vitest";
import { flowcHere } from "../support/flowc.ts";
import { hasProgram } from "../support/programs.ts";
import { corporaFolder } from "./corpus-case.ts";
import { correctWorkflows } from "./figures.ts";

test("linters find nothing in correct workflows", { timeout: 60_000 }, async () => {
  if (!hasProgram("shellcheck")) console.log("ShellCheck is not there: only Ruff was asked");
  const { stdout } = await flowcHere(["check", ...correctWorkflows(), "--strict", "--format", "json"], {
    cwd: join(corporaFolder, "correct"),
    env: { FLOWC_LINTERS: "" },
  });
  expect(JSON.parse(stdout)).toEqual({ version: 1, diagnostics: [] });
});
