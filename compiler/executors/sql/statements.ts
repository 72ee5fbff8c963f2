import type { DatabaseStatement } from "../../nouns/executor.ts";
import type { ExecutorSyntax, ValueSyntax } from "../../nouns/syntax.ts";
import { literalField } from "../../tree/literal-field.ts";

/** The statements of a block, that of `query` or those of `queries`, with the database that runs them. */
export function statementsIn(block: ExecutorSyntax): readonly DatabaseStatement[] {
  const connection = literalField(block, "connectionName");
  const list = block.fields.get("queries");
  const texts = list?.kind === "list" ? list.items.map((item) => entry(item, "query")) : [block.fields.get("query")];
  return connection === undefined ? [] : texts.flatMap((text) => (text === undefined ? [] : [{ connection, text }]));
}

/** The value under a key of a map. */
export function entry(value: ValueSyntax, key: string): ValueSyntax | undefined {
  return value.kind === "map" ? value.entries.find((candidate) => candidate.key.value === key)?.value : undefined;
}
