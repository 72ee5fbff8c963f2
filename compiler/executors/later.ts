import type { Executor } from "../executor.ts";

/** Executors whose documents are read and checked, but which this release cannot compile yet. */
export const laterExecutors: readonly Executor[] = [later("chat", "llm"), later("httpClient", "httpClient")];

function later(key: string, resourceType: string): Executor {
  return { key, resourceType, runtime: undefined, fields: {}, result: undefined };
}
