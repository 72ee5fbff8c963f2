import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { entryOf, literalField } from "../../tree/literal-field.ts";
import { checkParameters } from "./parameters.ts";

/** The call: the connection is an object of the module, not an option. A missing one has been reported. */
export function planSql(block: ExecutorSyntax, tools: PlanTools): PlanAction {
  const options = tools.options.filter(({ key }) => key !== "connectionName");
  checkParameters(block.fields.get("query"), options, tools);
  const list = block.fields.get("queries");
  const planned = options.find(({ key }) => key === "queries")?.value;
  for (const [index, item] of (list?.kind === "list" ? list.items : []).entries()) {
    checkParameters(entryOf(item, "query"), entriesAt(planned, index), tools);
  }
  return { runtime: "sql", options, connection: literalField(block, "connectionName") };
}

function entriesAt(list: PlanEntry["value"] | undefined, index: number): readonly PlanEntry[] {
  const item = list?.kind === "list" ? list.items[index] : undefined;
  return item?.kind === "map" ? item.entries : [];
}
