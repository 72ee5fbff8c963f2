import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedWorkflow } from "../nouns/loaded.ts";
import type { ResourceSyntax } from "../nouns/resource-syntax.ts";
import { span } from "../nouns/source.ts";
import { literalField } from "../tree/literal-field.ts";
import { field, locatedText, mapField } from "./fields.ts";

/**
 * Reports components beside a workflow that no resource names (`unused-name`). Nothing is said where a name is unknown,
 * which may be meant as one of them, and where other workflows may lie in the folder.
 */
export function reportUnusedComponents(
  { workflow, components }: Pick<LoadedWorkflow, "workflow" | "components">,
  resources: readonly ResourceSyntax[],
  builtIn: ReadonlySet<string>,
  report: Report,
): void {
  if (!/^workflow\.ya?ml$/.test(workflow.source.name)) return;
  const beside = new Set(components.map(({ name }) => name));
  const named = resources.flatMap(({ executors }) =>
    executors.filter(({ key }) => key === "component").map((block) => literalField(block, "name") ?? ""),
  );
  if (named.some((name) => !beside.has(name) && !builtIn.has(name))) return;
  for (const { name, manifest } of components) {
    if (named.includes(name)) continue;
    const written = locatedText(field(mapField(manifest.documents[0], "metadata"), "name"));
    const at = written?.span ?? span(manifest.source, 0, 0);
    report("unused-name", at, `no resource of the workflow uses the component "${name}"`, {
      help: "remove its folder",
    });
  }
}
