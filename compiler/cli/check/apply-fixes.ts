import type { Diagnostic, Edit } from "../../nouns/diagnostic.ts";
import type { Source } from "../../nouns/source.ts";

/** The texts with fixes made, and the findings that were fixed. */
export interface Applied {
  readonly texts: ReadonlyMap<Source, string>;
  readonly fixed: readonly Diagnostic[];
}

/**
 * Makes the fixes of these findings in the files given, in their order. A fix that touches what an earlier one changes
 * is left for the next time, as is one that would change another file.
 */
export function applyFixes(found: readonly Diagnostic[], files: readonly Source[]): Applied {
  const edits = new Map<Source, Edit[]>();
  const fixed: Diagnostic[] = [];
  for (const item of found) {
    const wanted = item.fix?.edits ?? [];
    const possible = wanted.every((edit) => {
      const { source } = edit.span;
      return files.includes(source) && !(edits.get(source) ?? []).some((other) => touches(edit, other));
    });
    if (wanted.length === 0 || !possible) continue;
    for (const edit of wanted) edits.set(edit.span.source, [...(edits.get(edit.span.source) ?? []), edit]);
    fixed.push(item);
  }
  const texts = new Map([...edits].map(([source, list]) => [source, edited(source.text, list)]));
  return { texts, fixed };
}

/** Also true for two insertions at one place, whose order nobody has said. */
function touches({ span: first }: Edit, { span: second }: Edit): boolean {
  return first.start <= second.end && second.start <= first.end;
}

function edited(text: string, edits: readonly Edit[]): string {
  const backwards = edits.toSorted((first, second) => second.span.start - first.span.start);
  return backwards.reduce(
    (result, { span, text: by }) => result.slice(0, span.start) + by + result.slice(span.end),
    text,
  );
}
