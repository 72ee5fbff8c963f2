import { displayPath } from "../../1-load/display-path.ts";
import { readSources, type WorkflowSources } from "../../1-load/read-sources.ts";
import type { Checked } from "../../compile.ts";
import { fileOf, inputsOf } from "../../describe/inputs.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { DevForm, DevWorkflow } from "../../page/dev-data.ts";
import { formatText } from "../../report/text.ts";
import { pageGraph } from "../report/page-graph.ts";
import { checkSources } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";

/** A workflow as it was when it was checked last. */
export interface CheckedWorkflow {
  /** Absolute. */
  readonly path: string;
  readonly shown: DevWorkflow;
  /** Undefined where its files cannot be read. */
  readonly found: { readonly sources: WorkflowSources; readonly checked: Checked } | undefined;
}

/** Reads and checks the workflow at a path (absolute). */
export async function checkForPage(path: string, context: Context): Promise<CheckedWorkflow> {
  const id = displayPath(path, context.workingFolder);
  const sources = readSources(path, context.workingFolder);
  if (sources.kind === "problem") {
    const text = `error: ${sources.message}`;
    const finding = { severity: "error", text } as const;
    return { path, shown: { id, name: id, findings: [finding], sources: [] }, found: undefined };
  }
  const checked = await checkSources(sources, context);
  const { diagnostics, syntax, plan, name } = checked;
  const findings = diagnostics.map((one) => ({
    severity: one.severity,
    text: formatText([one], false).trimEnd(),
  }));
  const shown = {
    id,
    name,
    findings,
    ...(syntax && { graph: pageGraph(syntax) }),
    ...(plan && { form: formOf(plan) }),
    sources: [sources.workflow, ...sources.resources].map((source) => ({ name: source.name, text: source.text })),
  };
  return { path, shown, found: { sources, checked } };
}

function formOf(plan: Plan): DevForm {
  return {
    inputs: inputsOf(plan.resources, plan).filter(({ name }) => name !== "file"),
    file: fileOf(plan.resources),
    routes: plan.requests.map(({ method, path }) => ({ method, path })),
  };
}
