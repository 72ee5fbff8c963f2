import { type BreachWords, tellBreaches } from "../taint/report-flow.ts";
import type { Rule } from "./rule.ts";

/** Text from outside that a database reads as part of `sql.query` or of one of `sql.queries`. */
export const sqlInjection: Rule = (context) => tellBreaches("sql", context, words);

const words: BreachWords = {
  code: "sql-injection",
  message: ({ inflow, hole }, written) => {
    const where =
      hole.inside === "code"
        ? ""
        : hole.inside === "comment"
          ? " inside a comment"
          : " inside quotes: they do not hold it";
    return `"${written}" brings ${inflow.what} into the SQL statement${where}`;
  },
  extras: (_breach, written) => {
    const short = written.length <= 60 && !written.includes("\n") ? written : "…";
    return { help: `write a placeholder in its place and pass the value by params: ["{{ ${short} }}"]` };
  },
};
