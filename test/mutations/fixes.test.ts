import { expect, test } from "vitest";
import type { WorkflowSources } from "../../compiler/1-load/read-sources.ts";
import { fixWorkflow } from "../../compiler/cli/check/fix-workflow.ts";
import type { Source } from "../../compiler/nouns/source.ts";
import { fresh, mutators, packageFolder, type Trial, trials } from "./corpus.ts";
import { mutated } from "./mutation.ts";

// Where flowc is sure of a fix, `check --fix` takes the mistake back.

/** A slip may be as near to one name as to another; then flowc leaves the choice to the user. */
const leastFixed = 0.95;
/** Some fixes keep the meaning and not the bytes: an entry is added at the end, a template is quoted otherwise. */
const leastRestored = 0.8;

const fixable = await Promise.all(trials.filter(({ isFixable }) => isFixable).map(outcome));

test("fixable mistakes are fixed, to a workflow that checks clean", () => {
  const rows = mutators
    .filter((mutator) => mutator.fixable)
    .map(({ kind }) => {
      const tried = fixable.filter(({ trial }) => trial.kind === kind);
      const clean = tried.filter(({ isClean }) => isClean).length;
      const restored = tried.filter(({ isRestored }) => isRestored).length;
      return `${`${clean}/${tried.length}`.padStart(9)}  ${kind} (${restored} to the same bytes)`;
    });
  console.log(rows.join("\n"));
  const left = fixable.filter(({ isClean }) => !isClean).map(({ said }) => said);
  expect(1 - left.length / fixable.length, left.join("\n")).toBeGreaterThanOrEqual(leastFixed);
  const restored = fixable.filter(({ isRestored }) => isRestored).length;
  expect(restored / fixable.length).toBeGreaterThanOrEqual(leastRestored);
});

test("once is enough: a second time nothing is changed", async () => {
  for (const { fixed } of fixable) expect((await fixWorkflow(fixed, packageFolder)).fixed).toEqual([]);
});

test("what is not fixable is left as it is, or becomes no worse", async () => {
  const others = trials.filter(({ isFixable }, index) => !isFixable && index % 4 === 0);
  const worse: string[] = [];
  for (const { clean, kind, mutation } of others) {
    const { checked } = await fixWorkflow(mutated(clean.sources, mutation), packageFolder);
    const left = fresh(clean, mutation, checked.diagnostics).map(({ message }) => message);
    if (left.length > 1) worse.push(`${kind} in ${clean.name}: ${left.join("; ")}`);
  }
  expect(worse.length / others.length, worse.join("\n")).toBeLessThan(1 - leastFixed);
});

interface Outcome {
  readonly trial: Trial;
  readonly fixed: WorkflowSources;
  readonly isClean: boolean;
  readonly isRestored: boolean;
  readonly said: string;
}

async function outcome(trial: Trial): Promise<Outcome> {
  const { clean, kind, mutation } = trial;
  const { checked, changes } = await fixWorkflow(mutated(clean.sources, mutation), packageFolder);
  const left = fresh(clean, mutation, checked.diagnostics);
  const fixed = withTexts(mutated(clean.sources, mutation), changes);
  return {
    trial,
    fixed,
    isClean: left.length === 0,
    isRestored: textsOf(fixed) === textsOf(clean.sources),
    said: `${kind} ${JSON.stringify(mutation.edits[0]?.text)} in ${clean.name}: ${left.map(({ message }) => message).join("; ")}`,
  };
}

function textsOf({ workflow, resources }: WorkflowSources): string {
  return [workflow, ...resources].map(({ text }) => text).join("\0");
}

/** The workflow as `check --fix` would write it. */
function withTexts(sources: WorkflowSources, changes: ReadonlyMap<Source, string>): WorkflowSources {
  const byName = new Map([...changes].map(([{ name }, text]) => [name, text]));
  const changed = (source: Source): Source => ({ ...source, text: byName.get(source.name) ?? source.text });
  return { ...sources, workflow: changed(sources.workflow), resources: sources.resources.map(changed) };
}
