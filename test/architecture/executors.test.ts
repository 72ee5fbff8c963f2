import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { executors } from "../../compiler/executors/list.ts";

const root = join(import.meta.dirname, "../..");
/** Words that are other things too: a component is a kind of document, and programs are run by `exec` in Node. */
const keys = executors.map(({ key }) => key).filter((key) => key !== "component" && key !== "exec");
const rooms = /^compiler\/(?:executors|functions|report|cli|spelling)\//;

describe("an executor owns all that is known of it", () => {
  test("its key stands in no other code, but for the languages of programs and the functions that read it", () => {
    const files = readdirSync(join(root, "compiler"), { recursive: true, encoding: "utf8" })
      .map((name) => `compiler/${name.replaceAll("\\", "/")}`)
      .filter((name) => name.endsWith(".ts") && !rooms.test(name) && !name.includes("/generated/"));
    const naming = files.filter((name) => {
      const text = readFileSync(join(root, name), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
      return keys.some((key) => text.includes(`"${key}"`));
    });
    expect(naming.sort()).toEqual([
      "compiler/3-check/rules/code-injection.ts",
      "compiler/3-check/rules/sql-injection.ts",
      "compiler/nouns/executor.ts",
    ]);
  });

  test("each is a folder of its own, which its line in the list names", () => {
    const folders = readdirSync(join(root, "compiler/executors"), { withFileTypes: true });
    expect(folders.filter((entry) => entry.isDirectory())).toHaveLength(executors.length);
  });
});
