import { readComponents } from "../../compiler/1-load/components.ts";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { parseComponent } from "../../compiler/2-parse/parse-component.ts";
import { parseWorkflow } from "../../compiler/2-parse/parse-workflow.ts";
import { check } from "../../compiler/3-check/check.ts";
import { type Diagnostic, diagnostic, type Report } from "../../compiler/diagnostic.ts";
import { LineIndex } from "../../compiler/lines.ts";
import { sortDiagnostics } from "../../compiler/sort-diagnostics.ts";

/** What is found in the resources of a workflow, a line each: `severity line:column message [code]`. Lines count from the first resource. */
export function findings(resources: string, target = "a"): readonly string[] {
  const head = `metadata: { name: test }\nsettings: { targetActionId: ${target} }\n`;
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));
  const documents = [head, ...resources.split("---\n")].join("---\n");
  const file = readYaml({ path: "w.yaml", name: "w.yaml", text: documents }, report);
  const syntax = parseWorkflow({ workflow: file, resources: [], config: undefined, sourceHash: "" }, report);
  const folder = new URL("../../compiler/components", import.meta.url).pathname;
  const components = readComponents(folder, report).flatMap((component) => parseComponent(component, report) ?? []);
  if (syntax?.complete)
    check(
      {
        workflow: syntax,
        sourceHash: "",
        components: new Map(components.map((component) => [component.name, component])),
      },
      report,
    );
  const lines = new LineIndex();
  return sortDiagnostics(found).map(({ severity, message, code, span }) => {
    const { line, column } = lines.at(span.source, span.start);
    return `${severity} ${line - 3}:${column} ${message} [${code}]`;
  });
}
