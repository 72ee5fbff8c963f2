import { didYouMean } from "../../nearest.ts";
import { literalField } from "../resolve/literal-field.ts";
import type { Rule } from "./rule.ts";

/** A `connectionName` that `settings.sqlConnections` does not have. */
export const unknownConnection: Rule = ({ workflow, report }) => {
  const names = workflow.connections.map(({ name }) => name.value);
  const resources = workflow.broken ? [] : workflow.resources.filter(({ broken }) => !broken);
  for (const executor of resources.flatMap(({ executors }) => executors.filter(({ key }) => key === "sql"))) {
    const name = literalField(executor, "connectionName");
    if (name === undefined || names.includes(name)) continue;
    const help = didYouMean(name, names) ?? advice(name, names);
    const at = executor.fields.get("connectionName")?.span ?? executor.keySpan;
    report("unknown-connection", at, `there is no connection "${name}" in settings.sqlConnections`, { help });
  }
};

function advice(name: string, names: readonly string[]): string {
  if (names.length > 0) return `connections: ${names.join(", ")}`;
  return `add it: settings: { sqlConnections: { ${name}: { connection: "{{ env('DATABASE_URL') }}" } } }`;
}
