/**
 * What draws a code, and what does not. In bad inputs `▸` stands before the place that the finding must have. An input
 * without settings gets some, with "a" as the target.
 */
export interface Twin {
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

/** A resource "a" whose command holds the expression. */
export function inCommand(expression: string): string {
  return `actionId: a\nexec:\n  command: |\n    echo {{ ${expression} }}\n`;
}

/** A resource "b", run first, and "a", which requires it and whose command holds the expression. */
export function behind(first: string, expression: string): string {
  return `actionId: b\n${first}\n---\nrequires: [b]\n${inCommand(expression)}`;
}
