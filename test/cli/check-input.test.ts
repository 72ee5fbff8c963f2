import { describe, expect, test } from "vitest";
import { flowcHere } from "../support/flowc.ts";
import { project } from "./project.ts";

const workflow = "metadata: { name: parts }\nsettings: { targetActionId: total, timeout: 1m }\n";
const total = "actionId: total\nexec: { command: echo total }\n";
const broken = "actionId: total\nexec: { command: 'echo {{ nosuch() }}' }\n";

describe.concurrent("check of a file below resources/", () => {
  test("is that of its workflow, from wherever it is called", async () => {
    using folder = project(workflow, { "resources/deep/total.yaml": broken });
    for (const [cwd, path] of [
      [folder.path, "resources/deep/total.yaml"],
      [`${folder.path}/resources`, "deep/total.yaml"],
    ] as const) {
      const { stderr, code } = await flowcHere(["check", path], { cwd });
      expect(stderr).toMatch(/total\.yaml:2:27: error: unknown function "nosuch"/);
      expect([stderr.match(/: error: /g)?.length, code]).toEqual([1, 1]);
    }
  });

  test("of a component's own is that of the workflow around it", async () => {
    const manifest = "metadata: { name: inner }\n";
    const files = { "components/inner/component.yaml": manifest, "components/inner/resources/a.yaml": broken };
    const called = "actionId: total\ncomponent: { name: inner }\n";
    using folder = project(workflow, { ...files, "resources/total.yaml": called });
    const { stderr } = await flowcHere(["check", "components/inner/resources/a.yaml"], { cwd: folder.path });
    expect(stderr).toMatch(/^components\/inner\/resources\/a\.yaml:2:27: error: /);
    expect(stderr).toContain("1 workflow checked");
  });
});

describe.concurrent("check -", () => {
  const check = (stdin: string, args: readonly string[], cwd: string) =>
    flowcHere(["check", "-", ...args], { cwd, stdin });

  test("reads a workflow", async () => {
    using folder = project(workflow);
    const { stderr, code } = await check("settings: { targetActionId: nobody }\n", [], folder.path);
    expect(stderr).toMatch(/^<stdin>:1:29: error: .*"nobody".* \[unknown-target\]\n/);
    expect(code).toBe(1);
  });

  test("takes the place of the file that it is named after", async () => {
    using folder = project(workflow, { "resources/total.yaml": total });
    const args = ["--stdin-filename", "resources/total.yaml"];
    expect(await check(total, args, folder.path)).toMatchObject({ code: 0 });
    const { stderr, code } = await check(broken, [...args, "--format", "text"], folder.path);
    expect(stderr).toMatch(/^resources\/total\.yaml:2:27: error: unknown function/);
    expect(code).toBe(1);
    const asWorkflow = ["--stdin-filename", "workflow.yaml"];
    expect((await check("settings: { targetActionId: none }", asWorkflow, folder.path)).stderr).toContain('"none"');
  });

  test("may be a file that is not there yet", async () => {
    using folder = project(workflow);
    expect(await check(total, ["--stdin-filename", "resources/total.yaml"], folder.path)).toMatchObject({ code: 0 });
    expect(await check(workflow, ["--stdin-filename", "elsewhere/new.yaml"], folder.path)).toMatchObject({
      stderr: expect.stringMatching(/^elsewhere\/new\.yaml:2:\d+: error: /),
      code: 1,
    });
  });

  test.each([
    ["- stands alone: one text is on standard input", ["-", "."]],
    ["--fix takes files, not standard input", ["-", "--fix"]],
    ["--watch takes files, not standard input", ["-", "--watch"]],
    ["--stdin-filename goes with - as PATH: the text is on standard input", [".", "--stdin-filename", "a.yaml"]],
  ])("%s", async (message, args) => {
    using folder = project(workflow);
    const { stderr, code } = await flowcHere(["check", ...args], { cwd: folder.path });
    expect([stderr, code]).toEqual([`error: ${message}\n`, 2]);
  });
});
