import { spelling } from "../../spelling/fixes.ts";
import { isPartlyUnread, isUnread, pointerStep } from "../plan/unread.ts";
import type { Rule } from "./rule.ts";

/** `sql.connectionName` names no database of the workflow. */
export const unknownConnection: Rule = ({ workflow, report }) => {
  const place = "/settings/sqlConnections";
  if (isUnread(workflow, place)) return;
  const isComponent = workflow.kind === "component";
  const names = workflow.connections.map(({ name }) => name.value);
  for (const { executors } of workflow.resources) {
    const name = executors.find(({ key }) => key === "sql")?.fields.get("connectionName");
    if (name?.kind !== "literal" || typeof name.value !== "string" || name.value === "" || name.value.includes("{{"))
      continue;
    if (names.includes(name.value) || isPartlyUnread(workflow, `${place}/${pointerStep(name.value)}`)) continue;
    if (isComponent) {
      const help = `run the sql in the workflow, and give the component its rows: with: { rows: "{{ get('…') }}" }`;
      report("unknown-connection", name.span, "a component has no connections: it cannot run sql", { help });
      continue;
    }
    const declared = names.length === 0 ? `declare it under settings.sqlConnections` : `declared: ${names.join(", ")}`;
    const message = `the connection "${name.value}" is not in settings.sqlConnections`;
    report("unknown-connection", name.span, message, { help: declared, ...spelling(name.value, names, name.span) });
  }
};
