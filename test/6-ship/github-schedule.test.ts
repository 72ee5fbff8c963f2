import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { command, project, type WorkflowParts } from "../cli/project.ts";
import { actionParser } from "../support/action-parser.ts";
import { flowcHere } from "../support/flowc.ts";

const build = (cwd: string) => flowcHere(["build", ".", "--target", "github-action"], { cwd });

function nightly(schedule: object): WorkflowParts {
  const script = command("main", "true", { exec: { command: "true", env: { KEY: "{{ env('API_KEY') }}" } } });
  return { name: "nightly", settings: { schedule }, resources: [script] };
}

test("an action with a schedule has a workflow beside it that GitHub accepts", async () => {
  using folder = project(nightly({ cron: "30 2 * * MON-FRI", timeZone: "Europe/Berlin", overlap: "cancel" }));
  const { code, stderr } = await build(folder.path);
  expect(code, stderr).toBe(0);
  const text = readFileSync(join(folder.path, "dist", "nightly.schedule.yml"), "utf8");
  const { workflow } = await actionParser();
  expect(workflow(text)).toEqual([]);
  expect(text).toMatchInlineSnapshot(`
    "# Written by flowc build --target github-action for nightly.mjs; the next build replaces it.
    # Copy it to .github/workflows/nightly.yml; the action lies in .github/actions/nightly.
    name: "nightly"
    "on":
      schedule:
        - cron: "30 2 * * 1-5"
          timezone: "Europe/Berlin"
      workflow_dispatch:
    permissions:
      contents: "read"
    concurrency:
      group: "schedule-nightly"
      cancel-in-progress: true
    jobs:
      run:
        runs-on: "ubuntu-latest"
        steps:
          - uses: "actions/checkout@v5"
          - uses: "./.github/actions/nightly"
            env:
              API_KEY: "\${{ secrets.API_KEY }}"
    "
  `);
});

test("says what GitHub does in another way", async () => {
  using folder = project(nightly({ cron: "*/2 * * * *", catchUp: true }));
  await build(folder.path);
  const text = readFileSync(join(folder.path, "dist", "nightly.schedule.yml"), "utf8");
  expect(text).toContain(
    "# GitHub starts no schedule more often than every 5 minutes. What it misses it does not make up for.\n",
  );
  expect(text).toContain("# While one runs, GitHub lets the latest other wait and drops those between.\n");
  expect(parse(text).concurrency["cancel-in-progress"]).toBe(false);
});

test("replaces no file of somebody else", async () => {
  using folder = project(nightly({ cron: "0 0 * * *" }));
  await build(folder.path);
  writeFileSync(join(folder.path, "dist", "nightly.schedule.yml"), "name: mine\n");
  const { code, stderr } = await build(folder.path);
  expect(code).toBe(2);
  expect(stderr).toContain("was not written by flowc build --target github-action");
});

test("without a schedule there is none", async () => {
  using folder = project({ name: "plain", resources: [command("main", "true")] });
  await build(folder.path);
  expect(readdirSync(join(folder.path, "dist")).filter((name) => name.includes("schedule"))).toEqual([]);
});
