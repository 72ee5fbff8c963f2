import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, root } from "../support/flowc.ts";
import { command, hello, oneSentence, project } from "./project.ts";

describe("flowc graph", () => {
  test("prints Mermaid unless another format is asked for, always the same", async () => {
    const folder = join(root, "examples", "fan-out");
    const mermaid = await flowcHere(["graph", folder]);
    expect([mermaid.stderr, mermaid.code]).toEqual(["", 0]);
    expect(mermaid.stdout).toContain("flowchart TD\n");
    expect((await flowcHere(["graph", folder, "--format=mermaid"])).stdout).toBe(mermaid.stdout);
    expect((await flowcHere(["graph", folder, "--format", "dot"])).stdout).toMatch(/^digraph "fan-out" \{/);
    expect((await flowcHere(["graph", folder, "--format", "svg"])).stdout).toMatch(/^<svg /);
    expect(JSON.parse((await flowcHere(["graph", folder, "--format", "json"])).stdout).target).toBe("join");
  });

  test("draws what can be read of a workflow with errors, and reports them", async () => {
    const resources = [command("one", "echo"), command("main", "{{ nope(1) }}", { requires: ["one"] })];
    using folder = project({ resources });
    const { stdout, stderr, code } = await flowcHere(["graph", "."], { cwd: folder.path });
    expect(stdout).toContain("  r0 --> r1\n");
    expect(stderr).toMatch(/^workflow\.yaml:\d+:\d+: error: unknown function "nope"/);
    expect(code).toBe(1);
  });

  test("prints nothing but the error of a file that holds no workflow", async () => {
    using folder = project("a: [\n");
    const { stdout, stderr, code } = await flowcHere(["graph", "."], { cwd: folder.path });
    expect(stdout).toBe("");
    expect(stderr).toMatch(/\[yaml-syntax\]/);
    expect(code).toBe(1);
  });

  test.each([
    [[], "graph needs a workflow"],
    [["a", "b"], 'found "a" and "b"'],
    [["nowhere"], "no such file or folder: nowhere"],
    [[".", "--format", "mermiad"], 'did you mean "mermaid"?'],
    [[".", "--format", "toString"], "--format takes mermaid, dot, svg or json"],
    [[".", "--frmat", "svg"], 'did you mean "--format"?'],
  ])("%j is bad usage", async (args, message) => {
    using folder = project(hello);
    const { stdout, stderr, code } = await flowcHere(["graph", ...args], { cwd: folder.path });
    expect(stdout).toBe("");
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
