import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSources } from "../../compiler/1-load/read-sources.ts";
import { fixWorkflow } from "../../compiler/cli/check/fix-workflow.ts";
import { checkWorkflow } from "../../compiler/compile.ts";
import type { Plan } from "../../compiler/nouns/plan.ts";
import { root } from "../support/flowc.ts";
import { packageFolder, trials } from "./corpus.ts";
import { mutated } from "./mutation.ts";

// `check --fix` changes the meaning of nothing that works: what could be built is built to the same plan afterwards.

/** Milliseconds: thousands of workflows are checked, maybe on a busy machine. */
const patience = 300_000;

const folders = ["examples", "test/fixtures/ok", "test/fixtures/err"].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
);

const workflows = folders.flatMap((folder) => {
  const sources = readSources(join(root, folder), root);
  return sources.kind === "sources" ? [{ folder, sources }] : [];
});

test("there are workflows to look at", () => {
  expect(workflows.length).toBeGreaterThan(100);
});

test.each(workflows)("$folder is built as before, and stays as it is where it is clean", async ({ sources }) => {
  const { plan, diagnostics } = await checkWorkflow(sources, packageFolder);
  const { checked, changes } = await fixWorkflow(sources, packageFolder);
  if (plan !== undefined) expect(told(checked.plan)).toBe(told(plan));
  if (diagnostics.length === 0) expect([...changes.values()]).toEqual([]);
});

test(
  "so is every workflow of the corpus that can be built with its mistake in it",
  async () => {
    let built = 0;
    for (const { clean, kind, mutation } of trials) {
      const sources = mutated(clean.sources, mutation);
      const { plan } = await checkWorkflow(sources, packageFolder);
      if (plan === undefined) continue;
      built += 1;
      const fixed = await fixWorkflow(sources, packageFolder);
      expect(told(fixed.checked.plan), `${kind} in ${clean.name}`).toBe(told(plan));
      for (const [{ text }, now] of fixed.changes) expect(withoutIgnores(now)).toBe(withoutIgnores(text));
    }
    expect(built).toBeGreaterThan(100);
  },
  patience,
);

function withoutIgnores(text: string): string {
  return text.replaceAll(/^\s*# flowc-ignore.*\n/gm, "");
}

/** The plan without the places that its parts come from. */
function told(plan: Plan | undefined): string | undefined {
  return JSON.stringify(plan, (key, value: unknown) =>
    key === "span" || key === "source" || key === "sourceHash" ? undefined : value,
  );
}
