import { UsageError } from "../shared/context.ts";

/** Where a text of JSON stands. */
export interface JsonPlace {
  readonly file: string;
  /** Number of its first line, from 1. */
  readonly line: number;
}

/** Parses JSON. Throws UsageError with file, line and column. */
export function readJson(text: string, { file, line }: JsonPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    // V8 names the offset where there is one.
    const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : 0));
    const before = text.slice(0, offset).split("\n");
    const place = `${file}:${line + before.length - 1}:${(before.at(-1)?.length ?? 0) + 1}`;
    throw new UsageError(
      `${place}: not JSON: ${message.replace(/,? (?:".*" is not valid JSON|in JSON at position .*)$/s, "")}`,
    );
  }
}
