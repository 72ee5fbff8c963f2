import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { corporaFolder } from "../corpora/corpus-case.ts";
import { correctWorkflows } from "../corpora/figures.ts";
import { type TriedWorkflow, triedWorkflows } from "../corpora/tried.ts";
import { flowc, flowcHere, temporaryFolder } from "../support/flowc.ts";

// What ran before `check --fix` gives the same output after it. The fixes that are made where a workflow can be built take
// out comments (harmless-fixes.long.test.ts holds that there are no others): so each workflow gets one.

const tried = triedWorkflows();

afterAll(() => console.log(`${tried.length} workflows compared, ${correctWorkflows().length - tried.length} not run`));

test.each(tried)("$name gives the same after a fix", async (workflow) => {
  const before = await run(workflow);
  const after = await run(workflow, async (file, folder) => {
    const clean = readFileSync(file, "utf8");
    writeFileSync(file, `# flowc-ignore set-race -- of no use\n${clean}`);
    await flowcHere(["check", file, "--fix"], { cwd: folder });
    expect(readFileSync(file, "utf8"), "the fix was made").toBe(clean);
  });
  expect(after).toBe(before);
});

/** What a run in a folder of its own says and how it ends; long numbers are times and process ids. */
async function run(
  { path, args }: TriedWorkflow,
  prepare?: (file: string, folder: string) => Promise<void>,
): Promise<string> {
  using folder = temporaryFolder();
  const isFolder = statSync(path).isDirectory();
  const copy = join(folder.path, isFolder ? "w" : "w.yaml");
  cpSync(join(corporaFolder, "data"), join(folder.path, "data"), { recursive: true });
  cpSync(path, copy, { recursive: true });
  await prepare?.(isFolder ? join(copy, "workflow.yaml") : copy, folder.path);
  const env = { ...process.env, HOME: join(folder.path, "home") };
  const { code, stdout, stderr } = await flowc(["run", copy, ...args], { cwd: folder.path, env });
  return `${code}\n${stdout}\n${stderr}`.replaceAll(folder.path, "").replaceAll(/\d{3,}/g, "#");
}
