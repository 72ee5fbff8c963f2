import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, root } from "../support/flowc.ts";

// Each planted mistake is looked for in test/explore.long.test.ts.
const planted = join(root, "test", "fixtures", "explore");

describe("flowc test --explore", () => {
  test("finds what fails, and prints it as a small test", async () => {
    const { stdout, stderr, code } = await flowcHere(["test", "--explore=40", join(planted, "rows-empty")]);
    expect([stderr, code]).toEqual(["", 1]);
    expect(stdout).toContain("get('users')[0].name: index 0 is out of range (length 0)");
    expect(stdout).toContain('- name: "the expression at workflow.yaml:15:27 has a value"');
    expect(stdout).toContain("1 workflow explored, 1 finding");
  });

  test("finds nothing where there is nothing to find", async () => {
    const { stdout, code } = await flowcHere(["test", "--explore=40", "examples/api-report", "examples/version-tag"]);
    expect(stdout).toContain("2 workflows explored, 0 findings");
    expect(code).toBe(0);
  });

  test("gives JSON, in which the same seed finds the same", async () => {
    const found = async (seed: string) => {
      const args = ["test", "--explore=30", "--seed", seed, "--reporter", "json", join(planted, "missing-list")];
      return JSON.parse((await flowcHere(args)).stdout);
    };
    const first = await found("5");
    expect(first).toMatchObject({ version: 1, seed: 5, workflows: [{ findings: [{ kind: "client-error" }] }] });
    expect(await found("5")).toEqual(first);
  });

  test("says where it can explore nothing: a workflow that does not compile, a number that is none", async () => {
    const broken = await flowcHere(["test", "--explore", join(root, "test", "fixtures", "err", "unknown-action")]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain("[unknown-action]");
    const many = await flowcHere(["test", "--explore=many", "examples/hello"]);
    expect([many.code, many.stderr]).toEqual([
      2,
      expect.stringContaining('--explore takes a whole number from 1, not "many"'),
    ]);
  });

  test("--filter explores the workflows whose file or name holds a text", async () => {
    const of = (filter: string) => flowcHere(["test", "--explore=5", "--filter", filter, "examples/hello", planted]);
    expect((await of("examples/hello")).stdout).toMatch(/^✓ examples\/hello\/workflow.yaml .*\n1 workflow explored, 0/);
    expect(await of("no such")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no workflow here has "no such" in its file or name'),
    });
  });

  test("reports a finding as a test that fails in JUnit's XML and TAP, and beside its line in GitHub Actions", async () => {
    const cwd = join(planted, "rows-empty");
    const as = async (reporter: string) =>
      (await flowcHere(["test", "--explore=40", "--reporter", reporter, "."], { cwd })).stdout;
    const name = "the expression at workflow.yaml:15:27 has a value";
    const junit = await as("junit");
    expect(junit).toContain('<testsuites name="flowc" tests="1" failures="1">');
    expect(junit).toContain(`classname="workflow.yaml" name="${name}"`);
    expect(await as("tap")).toContain(
      `1..1\nnot ok 1 - workflow.yaml ${name}\n  ---\n  message: |\n    "answer" failed: `,
    );
    const github = await as("github");
    expect(github).toMatch(/^::error file=(?:.*\/)?workflow\.yaml,line=15,col=27,title=the expression at /);
    expect(github).toMatch(/\n1 workflow explored, 1 finding\n$/);
    const fine = await flowcHere(["test", "--explore=5", "--reporter", "tap", "examples/hello"]);
    expect(fine.stdout).toBe("TAP version 14\n1..1\nok 1 - examples/hello/workflow.yaml explored\n");
  });
});
