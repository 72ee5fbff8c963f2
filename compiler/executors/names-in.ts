import type { ExecutorFields, Named } from "../nouns/executor.ts";
import type { ExecutorSyntax } from "../nouns/resource-syntax.ts";
import type { Located } from "../nouns/source.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";
import { executors, findExecutor } from "./list.ts";

/** What the block names of this kind, by the fields that its executor says it in; only what is written out as text. */
export function namesIn(block: ExecutorSyntax, kind: Named): readonly Located<string>[] {
  return namesOf(block.fields, findExecutor(block.key)?.fields ?? {}, kind);
}

function namesOf(
  values: ReadonlyMap<string, ValueSyntax>,
  fields: ExecutorFields,
  kind: Named,
): readonly Located<string>[] {
  return Object.entries(fields).flatMap(([key, { names, fields: inner }]) => {
    const value = values.get(key);
    if (value?.kind === "map" && inner !== undefined)
      return namesOf(new Map(value.entries.map((entry) => [entry.key.value, entry.value])), inner, kind);
    const isText = names === kind && value?.kind === "literal" && typeof value.value === "string";
    return isText ? [{ value: String(value.value), span: value.span }] : [];
  });
}

/** The files that the block names, such as its `scriptFile`. */
export function filesNamedBy(block: ExecutorSyntax): readonly Located<string>[] {
  return [...namesIn(block, "script"), ...namesIn(block, "data")];
}

/** Keys that lead to the name of a file, from the outside in. */
export interface FileKey {
  readonly path: readonly string[];
  readonly kind: "script" | "data";
}

/** The keys of all executors that name files. */
export function fileKeys(): readonly FileKey[] {
  return executors.flatMap(({ fields }) => keysOf(fields, []));
}

function keysOf(fields: ExecutorFields, before: readonly string[]): readonly FileKey[] {
  return Object.entries(fields).flatMap(([key, { names, fields: inner = {} }]) => [
    ...(names === "script" || names === "data" ? [{ path: [...before, key], kind: names }] : []),
    ...keysOf(inner, [...before, key]),
  ]);
}
