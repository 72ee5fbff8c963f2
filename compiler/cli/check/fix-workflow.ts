import type { WorkflowSources } from "../../1-load/read-sources.ts";
import { type Checked, type CheckOptions, checkWorkflow } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import type { Source } from "../../nouns/source.ts";
import { applyFixes, type Fixes } from "./apply-fixes.ts";
import { filesOf, withTexts } from "./with-texts.ts";

/** A workflow after `check --fix`. Nothing has been written yet. */
export interface FixedWorkflow {
  /** What is left to fix by hand. */
  readonly checked: Checked;
  /** What was fixed, in that order. */
  readonly fixed: readonly Diagnostic[];
  /** Each file that changes, as it was, with its new text. */
  readonly changes: ReadonlyMap<Source, string>;
}

/** So many times a workflow is checked again: one mistake may hide others, as all that follows one in YAML. */
const mostRounds = 100;

/** Makes fixes and checks again until there is none left to make. Throws only for bugs in flowc. */
export async function fixWorkflow(
  original: WorkflowSources,
  packageFolder: string,
  { fixes = "safe", ...options }: CheckOptions & { readonly fixes?: Fixes } = {},
): Promise<FixedWorkflow> {
  const fixed: Diagnostic[] = [];
  let sources = original;
  for (let round = 0; ; round += 1) {
    const checked = await checkWorkflow(sources, packageFolder, options);
    const applied = applyFixes(checked.diagnostics, filesOf(sources), fixes);
    if (applied.fixed.length === 0 || round === mostRounds) {
      return { checked, fixed, changes: changesBetween(original, sources) };
    }
    fixed.push(...applied.fixed);
    sources = withTexts(sources, applied.texts);
  }
}

function changesBetween(before: WorkflowSources, after: WorkflowSources): ReadonlyMap<Source, string> {
  const now = filesOf(after);
  const pairs = filesOf(before).map((source, index) => [source, now[index]?.text ?? source.text] as const);
  return new Map(pairs.filter(([source, text]) => source.text !== text));
}
