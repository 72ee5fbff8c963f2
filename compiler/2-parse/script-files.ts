import type { WorkflowSyntax } from "../syntax.ts";

/** Names of files whose text becomes a part of the workflow, sorted. */
export function scriptFiles({ resources }: WorkflowSyntax): readonly string[] {
  const names = resources.flatMap(({ executors }) =>
    executors.flatMap(({ fields }) => {
      const file = fields.get("scriptFile");
      return file?.kind === "literal" && typeof file.value === "string" ? [file.value] : [];
    }),
  );
  return [...new Set(names)].sort();
}
