import type { DatabaseStatement } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { entryOf, literalField } from "../../tree/literal-field.ts";

/** The statements of a block, that of `query` or those of `queries`, with the database that runs them. */
export function statementsIn(block: ExecutorSyntax): readonly DatabaseStatement[] {
  const connection = literalField(block, "connectionName");
  const list = block.fields.get("queries");
  const texts = list?.kind === "list" ? list.items.map((item) => entryOf(item, "query")) : [block.fields.get("query")];
  return connection === undefined ? [] : texts.flatMap((text) => (text === undefined ? [] : [{ connection, text }]));
}
