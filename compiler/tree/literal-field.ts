import type { ExecutorSyntax } from "../nouns/syntax.ts";

/** The text of an executor's field where it is written out, without templates. */
export function literalField(executor: ExecutorSyntax, key: string): string | undefined {
  const value = executor.fields.get(key);
  return value?.kind === "literal" && typeof value.value === "string" ? value.value : undefined;
}
