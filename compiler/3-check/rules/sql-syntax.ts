import type { Rule } from "./rule.ts";

/** Statements, and files of a schema, that the database's own parser cannot read. */
export const sqlSyntax: Rule = ({ sql, report }) => {
  const problems = [...sql.problems, ...[...sql.statements.values()].flatMap((statement) => statement.problems)];
  for (const { code, span, message, help } of problems) {
    if (code === "sql-syntax") report(code, span, message, { help });
  }
};
