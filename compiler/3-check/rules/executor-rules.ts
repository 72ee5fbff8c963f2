import { writtenText } from "../../2-parse/written-text.ts";
import { findExecutor } from "../../executors/list.ts";
import { jsonMistake } from "../../languages/json/json-mistake.ts";
import type { CheckTools, SchemaToCheck } from "../../nouns/executor.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { nodeAtSpan, valueOfKey } from "../plan/find-node.ts";
import { compileSchema } from "../plan/schema-problems.ts";
import type { Rule, RuleContext } from "./rule.ts";

/** What each executor itself says of its block. */
export const executorRules: Rule = ({ workflow, scripts, report }) => {
  for (const resource of workflow.resources) {
    const [executor] = resource.executors;
    if (resource.broken || executor === undefined) continue;
    findExecutor(executor.key)?.check?.(executor, toolsFor(resource, { scripts, report }));
  }
};

function toolsFor({ node }: ResourceSyntax, { scripts, report }: Pick<RuleContext, "scripts" | "report">): CheckTools {
  const schemaNode = ({ at, of }: SchemaToCheck) =>
    of === "value" ? nodeAtSpan([node], at) : of === "key" ? valueOfKey([node], at) : undefined;
  return {
    report,
    scripts,
    jsonMistake,
    written: writtenText,
    checkSchema: (part) => {
      const { schema, at, what } = part;
      const { problems } = compileSchema({ schema, node: part.node ?? schemaNode(part), at, what });
      for (const { code, span, message, extras } of problems) report(code, span, message, extras);
      return problems.length === 0;
    },
  };
}
