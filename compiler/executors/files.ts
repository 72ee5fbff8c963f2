import type { ExecutorFields } from "../nouns/executor.ts";
import type { Located } from "../nouns/source.ts";
import type { ExecutorSyntax, ValueSyntax } from "../nouns/syntax.ts";
import { executors, findExecutor } from "./list.ts";

/** The files that an executor's block names, such as its `scriptFile`, as they are written. */
export function filesNamedBy({ key, fields }: ExecutorSyntax): readonly Located<string>[] {
  return namesIn(fields, findExecutor(key)?.fields ?? {});
}

function namesIn(values: ReadonlyMap<string, ValueSyntax>, fields: ExecutorFields): readonly Located<string>[] {
  return [...values].flatMap(([key, value]) => {
    const { file, fields: inner } = fields[key] ?? {};
    if (value.kind === "map" && inner !== undefined) {
      return namesIn(new Map(value.entries.map((entry) => [entry.key.value, entry.value])), inner);
    }
    const isName = file !== undefined && value.kind === "literal" && typeof value.value === "string";
    return isName ? [{ value: String(value.value), span: value.span }] : [];
  });
}

/** Keys that lead to the name of a file, from the outside in, and what the file holds. */
export interface FileKey {
  readonly path: readonly string[];
  readonly holds: "text" | "data";
}

/** The keys of all executors whose text names a file. */
export function fileKeys(): readonly FileKey[] {
  return executors.flatMap(({ fields }) => keysIn(fields, []));
}

function keysIn(fields: ExecutorFields, before: readonly string[]): readonly FileKey[] {
  return Object.entries(fields).flatMap(([key, { file, fields: inner = {} }]) => [
    ...(file === undefined ? [] : [{ path: [...before, key], holds: file }]),
    ...keysIn(inner, [...before, key]),
  ]);
}
