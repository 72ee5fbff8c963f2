import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { flowc, root } from "./support/flowc.ts";

const hooks = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
const [hook] = hooks;

test("the pre-commit hook has what pre-commit asks for", () => {
  expect(hooks).toHaveLength(1);
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(hook).toMatchObject({ id: "flowc-check", name: expect.any(String), language: "node", pass_filenames: false });
  expect(Object.keys(bin)).toContain(hook.entry.split(" ")[0]);
});

test.each([
  ["workflow.yaml", true],
  ["a/b/workflow.yml", true],
  ["a/resources/b/c.yaml", true],
  ["a/components/x/component.yaml", true],
  ["flowc.config.yaml", true],
  ["a/other.yaml", false],
  ["workflow.yaml.orig", false],
  ["my-workflow.yaml", false],
])("runs for a change of %s: %s", (file, runs) => {
  expect(new RegExp(hook.files).test(file)).toBe(runs);
});

test("what it calls checks the workflows below the folder", async () => {
  const [, command] = hook.entry.split(" ");
  const { stderr, code } = await flowc([command, ...hook.args], { cwd: join(root, "examples") });
  expect(stderr).toMatch(/^\d+ workflows checked: no problems\nnext run of nightly: .+\n$/);
  expect(code).toBe(0);
});
