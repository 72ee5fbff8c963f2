import type { Diagnostic } from "../nouns/diagnostic.ts";
import type { Span } from "../nouns/source.ts";

/** The findings without the warnings that something is text where an error says that it cannot stay as it is. */
export function withoutText(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const isText = ({ code }: Diagnostic) => code === "literal-looks-like-expression";
  if (!found.some(isText)) return found;
  const errors = found.filter(({ severity }) => severity === "error").map(({ span }) => span);
  return found.filter((item) => !isText(item) || !errors.some((error) => isWithin(item.span, error)));
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}
