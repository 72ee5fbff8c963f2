/** What `flowc explain` and docs/diagnostics.md say of one code beyond its title. */
export interface Explanation {
  /** What it means and why it matters, in Markdown: paragraphs of lines that fit a terminal. */
  readonly text: string;
  /**
   * YAML that gives this code and nothing else, and YAML that is clean: both are run by a test. Where neither `settings`
   * nor `resources` stands in it, it is the resources of a workflow whose target is the last of them.
   */
  readonly examples?: { readonly bad: string; readonly good: string };
}

/** An explanation with its two examples; an indentation shared by all lines of a text is not part of it. */
export function explanation(text: string, bad?: string, good?: string): Explanation {
  const examples = bad === undefined || good === undefined ? {} : { examples: { bad: flush(bad), good: flush(good) } };
  return { text: flush(text).trimEnd(), ...examples };
}

/** Without the indentation of its first line, and without a line break before it. */
function flush(text: string): string {
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  const indentation = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return `${lines.map((line) => line.slice(indentation)).join("\n")}\n`;
}
