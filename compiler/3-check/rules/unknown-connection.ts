import { spelling } from "../../fixes.ts";
import type { Rule } from "./rule.ts";

/** `sql.connectionName` names no database of the workflow. */
export const unknownConnection: Rule = ({ workflow, report }) => {
  if (workflow.broken) return;
  const names = workflow.connections.map(({ name }) => name.value);
  for (const { executors } of workflow.resources) {
    const name = executors.find(({ key }) => key === "sql")?.fields.get("connectionName");
    if (name?.kind !== "literal" || typeof name.value !== "string" || name.value === "" || name.value.includes("{{"))
      continue;
    if (names.includes(name.value)) continue;
    const declared = names.length === 0 ? `declare it under settings.sqlConnections` : `declared: ${names.join(", ")}`;
    const message = `the connection "${name.value}" is not in settings.sqlConnections`;
    report("unknown-connection", name.span, message, { help: declared, ...spelling(name.value, names, name.span) });
  }
};
