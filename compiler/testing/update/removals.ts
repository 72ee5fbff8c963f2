import type { Edit } from "../../nouns/diagnostic.ts";
import { span } from "../../nouns/source.ts";
import { type Collection, endOfLine, isFlow, startOfLine } from "./written-place.ts";

/** An entry of a map or an item of a list, by its offsets. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly isKept: boolean;
}

/** Takes out the parts that are not kept, with their commas or their lines; at least one is kept. */
export function removals(node: Collection, parts: readonly Part[]): readonly Edit[] {
  const { source } = node.span;
  const firstKept = parts.findIndex(({ isKept }) => isKept);
  return parts.flatMap((part, index) => {
    if (part.isKept) return [];
    const next = parts[index + 1];
    // What stands first may share its line with the dash of a list.
    if (index < firstKept || (isFlow(node) && next !== undefined && parts.slice(index).some(({ isKept }) => isKept)))
      return [{ span: span(source, part.start, next?.start ?? part.end), text: "" }];
    if (isFlow(node)) return [{ span: span(source, parts[index - 1]?.end ?? part.start, part.end), text: "" }];
    const end = Math.min(endOfLine(source, part.end) + 1, source.text.length);
    return [{ span: span(source, startOfLine(source, part.start), end), text: "" }];
  });
}
