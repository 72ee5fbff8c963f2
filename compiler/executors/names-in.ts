import type { Named } from "../nouns/executor.ts";
import type { Located } from "../nouns/source.ts";
import type { ExecutorSyntax } from "../nouns/syntax.ts";
import { findExecutor } from "./list.ts";

/** What the block names of this kind, by the fields that its executor says it in; only what is written out as text. */
export function namesIn(block: ExecutorSyntax, kind: Named): readonly Located<string>[] {
  const fields = Object.entries(findExecutor(block.key)?.fields ?? {});
  return fields.flatMap(([key, { names }]) => {
    const value = names === kind ? block.fields.get(key) : undefined;
    const isText = value?.kind === "literal" && typeof value.value === "string";
    return isText ? [{ value: String(value.value), span: value.span }] : [];
  });
}
