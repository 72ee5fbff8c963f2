import type { ExecutorSyntax } from "../nouns/resource-syntax.ts";
import type { LiteralSyntax, ValueSyntax } from "../nouns/value-syntax.ts";

/** The text of an executor's field where it is written out, without templates. */
export function literalField(executor: ExecutorSyntax, key: string): string | undefined {
  const value = literalValue(executor, key);
  return typeof value === "string" ? value : undefined;
}

/** The value of an executor's field where it is written out. */
export function literalValue({ fields }: ExecutorSyntax, key: string): LiteralSyntax["value"] | undefined {
  const value = fields.get(key);
  return value?.kind === "literal" ? value.value : undefined;
}

/** The value under a key of a map; undefined for other values and missing keys. */
export function entryOf(value: ValueSyntax | undefined, key: string): ValueSyntax | undefined {
  return value?.kind === "map" ? value.entries.find((entry) => entry.key.value === key)?.value : undefined;
}
