import { namesIn } from "../../executors/names-in.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Located } from "../../nouns/source.ts";
import { spelling } from "../../spelling/fixes.ts";
import { isPartlyUnread, isUnread, pointerStep } from "../plan/unread.ts";
import type { Rule, RuleContext } from "./rule.ts";

const place = "/settings/sqlConnections";

/** A block names no database of the workflow. */
export const unknownConnection: Rule = (context) => {
  if (isUnread(context.workflow, place)) return;
  for (const block of context.workflow.resources.flatMap(({ executors }) => executors)) {
    for (const name of namesIn(block, "connection")) checkConnection(name, block, context);
  }
};

function checkConnection(
  { value, span }: Located<string>,
  { key }: ExecutorSyntax,
  { workflow, report }: RuleContext,
): void {
  const names = workflow.connections.map(({ name }) => name.value);
  const isLeft = value === "" || value.includes("{{") || isPartlyUnread(workflow, `${place}/${pointerStep(value)}`);
  if (isLeft || names.includes(value)) return;
  if (workflow.kind === "component") {
    const help = `run the ${key} in the workflow, and give the component its rows: with: { rows: "{{ get('…') }}" }`;
    report("unknown-connection", span, `a component has no connections: it cannot run ${key}`, { help });
    return;
  }
  const help = names.length === 0 ? "declare it under settings.sqlConnections" : `declared: ${names.join(", ")}`;
  const message = `the connection "${value}" is not in settings.sqlConnections`;
  report("unknown-connection", span, message, { help, ...spelling(value, names, span) });
}
