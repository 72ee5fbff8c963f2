import type { Scripts, WorkflowSyntax } from "../nouns/syntax.ts";

/** Of what has been read, the files whose text becomes a part of the workflow, sorted by name. */
export function namedScripts({ resources }: Pick<WorkflowSyntax, "resources">, read: Scripts): Scripts {
  const names = resources.flatMap(({ executors }) =>
    executors.flatMap(({ fields }) => {
      const file = fields.get("scriptFile");
      return file?.kind === "literal" && typeof file.value === "string" ? [file.value] : [];
    }),
  );
  return new Map(
    [...new Set(names)].sort().flatMap((name) => {
      const file = read.get(name);
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
}
