import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowcHere, temporaryFolder } from "../support/flowc.ts";
import { oneSentence } from "./project.ts";

/** A folder with these workflows; each misses its target, so that its path is reported. */
function tree(...files: readonly string[]) {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(folder.path, file, ".."), { recursive: true });
    writeFileSync(join(folder.path, file), "settings: { targetActionId: none }\n");
  }
  return folder;
}

async function checked(folder: string, ...paths: readonly string[]) {
  const { stderr, code } = await flowcHere(["check", ...paths], { cwd: folder });
  const files = [...stderr.matchAll(/^(\S+?):\d+:\d+: error: /gm)].map(([, file]) => file);
  return { files, code, stderr, count: Number(/(\d+) workflows? checked/.exec(stderr)?.[1]) };
}

describe.concurrent("flowc check of folders", () => {
  test("every workflow below one that is not a workflow itself", async () => {
    using folder = tree("a/workflow.yaml", "b/c/workflow.yml", "b/other.yaml", "b/c/d/workflow.yaml");
    const { files, count, code } = await checked(folder.path, ".");
    expect(files).toEqual(["a/workflow.yaml", "b/c/d/workflow.yaml", "b/c/workflow.yml"]);
    expect([count, code]).toEqual([3, 1]);
  });

  test("a folder with a workflow is that workflow alone", async () => {
    using folder = tree("workflow.yaml", "a/workflow.yaml");
    expect((await checked(folder.path, ".")).files).toEqual(["workflow.yaml"]);
  });

  test("not in node_modules, dist, hidden folders, and the parts of a workflow", async () => {
    using folder = tree(
      "a/workflow.yaml",
      "a/resources/x/workflow.yaml",
      "a/components/x/workflow.yaml",
      "resources/workflow.yaml",
      "node_modules/x/workflow.yaml",
      "b/node_modules/workflow.yaml",
      "dist/workflow.yaml",
      ".git/workflow.yaml",
      ".hidden/a/workflow.yaml",
    );
    const { files, count } = await checked(folder.path, ".");
    expect(new Set(files)).toEqual(new Set(["a/resources/x/workflow.yaml", "resources/workflow.yaml"]));
    expect(count).toBe(2);
    expect((await checked(folder.path, ".hidden")).count).toBe(1);
  });

  test("what is given twice is checked once, by whatever path", async () => {
    using folder = tree("a/workflow.yaml", "b/workflow.yaml");
    symlinkSync("a", join(folder.path, "link"));
    const paths = [
      "a",
      ".",
      "a/workflow.yaml",
      "./a/../a",
      join(folder.path, "a"),
      "link",
      "link/workflow.yaml",
      "b",
      "b",
    ];
    const { files, count } = await checked(folder.path, ...paths);
    expect(files).toEqual(["a/workflow.yaml", "b/workflow.yaml"]);
    expect(count).toBe(2);
  });

  test("circles of links, and links to folders in general, are not walked", async () => {
    using folder = tree("a/b/workflow.yaml");
    symlinkSync("..", join(folder.path, "a", "up"));
    symlinkSync("self", join(folder.path, "a", "self"));
    symlinkSync("nowhere", join(folder.path, "a", "gone"));
    expect(await checked(folder.path, ".")).toMatchObject({ files: ["a/b/workflow.yaml"], count: 1 });
  });

  test("a link that leads in a circle is one sentence", async () => {
    using folder = tree("a/other.yaml");
    symlinkSync("workflow.yaml", join(folder.path, "a", "workflow.yaml"));
    for (const path of ["a", "a/workflow.yaml", "."]) {
      const { stderr, code } = await checked(folder.path, path);
      expect(stderr).toBe("error: cannot read a/workflow.yaml: the symbolic links lead in a circle\n");
      expect(code).toBe(2);
    }
  });

  test("none below, a part of the path that is not a folder, a name that is too long", async () => {
    using folder = tree("a/other.yaml");
    for (const path of ["a", "a/other.yaml/x", "x".repeat(5000)]) {
      const { stderr, code } = await checked(folder.path, path);
      expect(stderr).toMatch(oneSentence);
      expect(code).toBe(2);
    }
  });

  test("build takes the same paths", async () => {
    using folder = temporaryFolder();
    for (const name of ["one", "two"]) {
      mkdirSync(join(folder.path, "all", name), { recursive: true });
      const text = `metadata: { name: ${name} }\nsettings: { targetActionId: a }\nresources: [{ actionId: a, apiResponse: { response: 1 } }]\n`;
      writeFileSync(join(folder.path, "all", name, "workflow.yaml"), text);
    }
    const { stderr, code } = await flowcHere(["build", "all", "all/one"], { cwd: folder.path });
    expect(stderr).toMatch(/one\.mjs[\s\S]*two\.mjs/);
    expect(code).toBe(0);
  });

  test("a comment is of use where it silences something in one of the workflows that share its file", async () => {
    using folder = tree("resources/x.yaml");
    writeFileSync(
      join(folder.path, "resources", "x.yaml"),
      "actionId: x\n# flowc-ignore set-race\nafter: [\"set('n', 1)\"]\n",
    );
    const workflow = (rival: string) =>
      `settings: { targetActionId: z }\nresources:\n  - { actionId: y, after: ["${rival}"] }\n  - { actionId: z, requires: [x, y], apiResponse: { response: 1 } }\n`;
    writeFileSync(join(folder.path, "one.yaml"), workflow("set('n', 2)"));
    writeFileSync(join(folder.path, "two.yaml"), workflow("set('m', 2)"));
    expect((await checked(folder.path, "two.yaml")).stderr).toContain("[unused-ignore]");
    const { stderr } = await checked(folder.path, "one.yaml", "two.yaml");
    expect(stderr).not.toContain("[unused-ignore]");
  });
});
