import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEnvFiles } from "../../../runtime-lib/command/env-files.ts";
import { temporaryFolder } from "../../support/flowc.ts";

test("a file that cannot be read is named, and nothing of the others is taken", () => {
  using folder = temporaryFolder();
  const [good, bad] = [join(folder.path, "good"), join(folder.path, "bad")];
  writeFileSync(good, "FLOWC_TEST_ENV_FILE=1\n");
  expect(() => loadEnvFiles([good, bad])).toThrow(`cannot read the env file ${bad}: no such file or directory`);
  expect(process.env["FLOWC_TEST_ENV_FILE"]).toBeUndefined();
});
