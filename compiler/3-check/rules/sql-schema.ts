import { guess } from "../../spelling/fixes.ts";
import type { Rule } from "./rule.ts";

/** Statements that the tables of `settings.sqlConnections.<name>.schema` refuse, and schemas that cannot be read. */
export const sqlSchema: Rule = ({ workflow, scripts, sql, report }) => {
  for (const { schema } of workflow.connections) {
    const file = schema && scripts.get(schema.value);
    if (schema === undefined || file?.kind === "text" || (file?.kind === "folder" && file.files.length > 0)) continue;
    const why = file?.kind === "folder" ? "the folder has no .sql files" : (file?.message ?? "no such file or folder");
    report("invalid-path", schema.span, `the schema "${schema.value}" cannot be read: ${why}`, {
      help: "its path starts at the workflow's folder",
    });
  }
  const problems = [...sql.problems, ...[...sql.statements.values()].flatMap((statement) => statement.problems)];
  for (const { code, span, message, help, name } of problems) {
    if (code === "sql-schema")
      report(code, span, message, { help, ...(name && guess(name.written, name.known, span)) });
  }
};
