import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { command, project } from "./cli/project.ts";
import { actionParser } from "./support/action-parser.ts";
import { flowc, root } from "./support/flowc.ts";

// What docs/check.md and docs/install.md give to copy, for editors, hooks and CI.

/** The blocks of a language in a page, in their order. */
function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(join(root, "docs", page), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, block = ""]) => block,
  );
}

const broken = { resources: [command("main", "echo {{ get('nosuch').x }} {{ upperr('a') }}")] };

describe("editors", () => {
  const [settings = "", tasks = ""] = blocks("check.md", "json");

  test("the schemas are in the package", () => {
    const schemas = Object.keys(JSON.parse(settings)["yaml.schemas"]);
    expect(schemas).toHaveLength(4);
    for (const path of schemas)
      expect(existsSync(join(root, path.replace("./node_modules/flowc/", ""))), path).toBe(true);
    const [modeline = ""] = blocks("check.md", "yaml").filter((block) => block.startsWith("# yaml-language-server"));
    expect(schemas).toContain(/\$schema=(\S+)/.exec(modeline)?.[1]);
  });

  test("the task's matcher finds what its command says", async () => {
    const [task] = JSON.parse(tasks).tasks;
    const { regexp, ...groups } = task.problemMatcher.pattern;
    const { problemMatcher } = JSON.parse(readFileSync(join(root, "dist", "flowc-matcher.json"), "utf8"));
    expect(task.problemMatcher.pattern).toEqual(problemMatcher[0].pattern[0]);
    using folder = project(broken);
    const { stderr } = await flowc(task.command.split(" ").slice(2), { cwd: folder.path });
    const found = stderr.split("\n").flatMap((line) => {
      const match = new RegExp(regexp).exec(line);
      return match === null ? [] : [[match[groups.file], match[groups.severity], match[groups.code]]];
    });
    expect(found).toContainEqual(["workflow.yaml", "error", "unknown-function"]);
  });
});

test("the hook before commits is that of the repository, by npx", async () => {
  const [local = ""] = blocks("check.md", "yaml").filter((block) => block.startsWith("repos:"));
  const [{ hooks }] = parse(local).repos;
  const [hook] = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
  const { id, name, files, pass_filenames } = hook;
  expect(hooks).toEqual([{ id, name, files, pass_filenames, entry: "npx flowc check .", language: "system" }]);
  using folder = project(broken);
  expect((await flowc(hooks[0].entry.split(" ").slice(2), { cwd: folder.path })).code).toBe(1);
});

test("the job of GitHub Actions is one, and its commands work", async () => {
  const [text = ""] = blocks("install.md", "yaml");
  expect((await actionParser()).workflow(text)).toEqual([]);
  const { steps } = parse(text).jobs.workflows;
  const commands = steps.flatMap(({ run = "" }: { readonly run?: string }) => /^npx flowc (.*)$/.exec(run)?.[1] ?? []);
  expect(commands).toEqual(["check . --strict", "build . -o dist"]);
  using folder = project({ name: "hello", resources: [command("main", "echo hello")] });
  for (const line of commands) expect((await flowc(line.split(" "), { cwd: folder.path })).code, line).toBe(0);
  expect(existsSync(join(folder.path, steps.at(-1).with.path, "hello.mjs"))).toBe(true);
});

test("steps in docs/check.md are steps of a job", async () => {
  const steps = blocks("check.md", "yaml").filter((block) => block.startsWith("- run:"));
  expect(steps).toHaveLength(2);
  const { workflow } = await actionParser();
  const job = (list: string) =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${list.replaceAll(/^/gm, "      ")}`;
  for (const list of steps) expect(workflow(job(list.trimEnd())), list).toEqual([]);
  expect(workflow(job("- runs: x"))).not.toEqual([]);
});
