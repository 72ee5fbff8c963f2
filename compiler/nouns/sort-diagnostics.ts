import type { Diagnostic } from "./diagnostic.ts";

/** By file, offset and code, each finding once: the same input gives the same list. */
export function sortDiagnostics(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  const unique = found.filter((item) => {
    const key = `${item.code}\0${item.span.source.path}\0${item.span.start}\0${item.message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return unique.sort(
    (first, second) =>
      compare(first.span.source.path, second.span.source.path) ||
      first.span.start - second.span.start ||
      compare(first.code, second.code),
  );
}

function compare(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
