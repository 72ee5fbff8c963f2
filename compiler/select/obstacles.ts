import type { Diagnostic } from "../nouns/diagnostic.ts";
import { sortDiagnostics } from "../nouns/sort-diagnostics.ts";
import type { Selected } from "./select.ts";

/** What keeps a workflow from being built: its errors, those that comments silence too. */
export function obstacles({ diagnostics, silenced }: Selected): readonly Diagnostic[] {
  const hidden = silenced.map(({ diagnostic: item, by }) => {
    const note = { message: "silenced here, but it keeps the workflow from being built", span: by.span };
    return { ...item, notes: [...item.notes, note] };
  });
  return sortDiagnostics([...diagnostics, ...hidden].filter(({ severity }) => severity === "error"));
}
