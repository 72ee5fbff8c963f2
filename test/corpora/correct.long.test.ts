import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc, temporaryFolder } from "../support/flowc.ts";
import { corporaFolder } from "./corpus-case.ts";
import { correctWorkflows } from "./figures.ts";

// `# try: ARGUMENTS` in a correct workflow: with these it runs offline, in a folder that holds `data/`.

const tried = correctWorkflows().flatMap((name) => {
  const path = join(corporaFolder, "correct", name);
  const text = readFileSync(statSync(path).isDirectory() ? join(path, "workflow.yaml") : path, "utf8");
  const given = /^# try:(.*)$/m.exec(text)?.[1];
  return given === undefined ? [] : [{ name, path, args: wordsOf(given) }];
});

test.concurrent.each(tried)("$name runs", async ({ path, args }) => {
  using folder = temporaryFolder();
  cpSync(join(corporaFolder, "data"), join(folder.path, "data"), { recursive: true });
  const { code, stderr } = await flowc(["run", path, ...args], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

/** The words of a line, with single quotes as a shell has them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
