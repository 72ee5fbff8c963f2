import type { Code } from "./codes.ts";

/**
 * What reads a text as more than a value, by its language: the code of the finding where somebody else's text gets into
 * it.
 */
export const sinks = {
  shell: "shell-injection",
  python: "code-injection",
  sql: "sql-injection",
} as const satisfies Readonly<Record<string, Code>>;

export type Sink = keyof typeof sinks;
