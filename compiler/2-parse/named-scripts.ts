import { filesNamedBy } from "../executors/names-in.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { ScriptFile, Scripts } from "../nouns/script-file.ts";
import type { WorkflowSyntax } from "../nouns/syntax.ts";

/**
 * Of what has been read, the files that the workflow is made of beside its YAML, sorted by name. What those that hold data
 * have wrong as JSON or YAML is reported.
 */
export function namedScripts(
  { resources, connections }: Pick<WorkflowSyntax, "resources" | "connections">,
  read: Scripts,
  report: Report,
): Scripts {
  const named = resources.flatMap(({ executors }) => executors.flatMap(filesNamedBy));
  const schemas = connections.flatMap(({ schema }) => schema ?? []);
  const names = [...named, ...schemas].map(({ value }) => value);
  return new Map(
    [...new Set(names)].sort().flatMap((name) => {
      const file = read.get(name);
      if (file !== undefined) reportFindings(file, report);
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
}

function reportFindings(file: ScriptFile, report: Report): void {
  const findings = file.kind === "text" ? (file.data?.findings ?? []) : [];
  for (const { code, span, message, ...extras } of findings) report(code, span, message, extras);
}
