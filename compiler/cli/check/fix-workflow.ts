import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { ComponentSources } from "../../1-load/reader.ts";
import { type Checked, checkWorkflow } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import type { Source } from "../../nouns/source.ts";
import { applyFixes, type Fixes } from "./apply-fixes.ts";

/** A workflow after `check --fix`. Nothing has been written yet. */
export interface FixedWorkflow {
  /** What is left to be mended by hand. */
  readonly checked: Checked;
  /** What was mended, in the order in which it was. */
  readonly mended: readonly Diagnostic[];
  /** Each file that changes, as it was, with its new text. */
  readonly changes: ReadonlyMap<Source, string>;
}

/** So many times a workflow is checked again: one mistake may hide others, as all that follows one in YAML. */
const mostRounds = 100;

/** Makes fixes and checks again until there is none left to make. Throws only for bugs in flowc. */
export async function fixWorkflow(
  original: WorkflowSources,
  packageFolder: string,
  fixes: Fixes = "safe",
): Promise<FixedWorkflow> {
  const mended: Diagnostic[] = [];
  let sources = original;
  for (let round = 0; ; round += 1) {
    const checked = await checkWorkflow(sources, packageFolder);
    const applied = applyFixes(checked.diagnostics, filesOf(sources), fixes);
    if (applied.mended.length === 0 || round === mostRounds) {
      return { checked, mended, changes: changesBetween(original, sources) };
    }
    mended.push(...applied.mended);
    sources = withTexts(sources, applied.texts);
  }
}

function filesOf({ workflow, resources, components }: WorkflowSources): readonly Source[] {
  return [workflow, ...resources, ...components.flatMap(filesOfComponent)];
}

function filesOfComponent({ manifest, resources, components }: ComponentSources): readonly Source[] {
  return [manifest, ...resources, ...components.flatMap(filesOfComponent)];
}

function withTexts(sources: WorkflowSources, texts: ReadonlyMap<Source, string>): WorkflowSources {
  const changed = (source: Source): Source => {
    const text = texts.get(source);
    return text === undefined ? source : { ...source, text };
  };
  const changedComponent = (component: ComponentSources): ComponentSources => ({
    ...component,
    manifest: changed(component.manifest),
    resources: component.resources.map(changed),
    components: component.components.map(changedComponent),
  });
  return {
    ...sources,
    workflow: changed(sources.workflow),
    resources: sources.resources.map(changed),
    components: sources.components.map(changedComponent),
  };
}

function changesBetween(before: WorkflowSources, after: WorkflowSources): ReadonlyMap<Source, string> {
  const now = filesOf(after);
  const pairs = filesOf(before).map((source, index) => [source, now[index]?.text ?? source.text] as const);
  return new Map(pairs.filter(([source, text]) => source.text !== text));
}
