import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, root, temporaryFolder } from "./support/flowc.ts";

// test/fixtures/explore/<case>/: a workflow with one planted mistake that `flowc check` has no error for, and expected.txt,
// what `flowc test --explore` prints of it. UPDATE=1 rewrites it.

const fixtures = join(import.meta.dirname, "fixtures", "explore");

/** Within so many runs each is found; how long they take is measured by `npm run bench`. */
const mostRuns = 300;

describe.each(readdirSync(fixtures))("explore/%s", (name) => {
  const cwd = join(fixtures, name);

  test("is found, the same with the same seed", async () => {
    const { stdout, stderr, code } = await flowcHere(["test", "--explore", "."], { cwd });
    expect([stderr, code]).toEqual(["", 1]);
    const path = join(cwd, "expected.txt");
    if (process.env["UPDATE"] === "1") writeFileSync(path, stdout);
    expect(stdout).toBe(readFileSync(path, "utf8"));
    expect(stdout).toMatch(/^1 workflow explored, 1 finding$/m);
  });

  test("is a test that fails", async () => {
    using folder = temporaryFolder();
    cpSync(cwd, folder.path, { recursive: true });
    const { stdout } = await flowcHere(["test", "--explore", ".", "--reporter", "json"], { cwd: folder.path });
    const [{ findings }] = JSON.parse(stdout).workflows;
    expect(findings[0].run).toBeLessThanOrEqual(mostRuns);
    writeFileSync(join(folder.path, "found.test.yaml"), `tests:\n${findings[0].test}\n`);
    const { stdout: shown, stderr, code } = await flowcHere(["test", "found.test.yaml"], { cwd: folder.path });
    expect([stderr, code]).toEqual(["", 1]);
    expect(shown).toMatch(/^0 passed, 1 failed$/m);
  });
});

test("there are thirty planted mistakes", () => {
  expect(readdirSync(fixtures).length).toBe(30);
});

test("nothing is found in the examples", async () => {
  const { stdout, stderr, code } = await flowcHere(["test", "--explore=500", "--seed", "7", "examples"], { cwd: root });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/ explored, 0 findings$/m);
  expect(stdout).not.toContain("no run completed");
  expect(code).toBe(0);
});
