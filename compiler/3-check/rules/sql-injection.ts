import { type FlowWords, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that a database reads as part of `sql.query` or of one of `sql.queries`. */
export const sqlInjection: Rule = (context) => reportFlows("sql-injection", context, words);

const words: FlowWords = {
  message: ({ taint, hole }, written) => {
    const where =
      hole.inside === "code"
        ? ""
        : hole.inside === "comment"
          ? " inside a comment"
          : " inside quotes: they do not hold it";
    return `"${written}" brings ${taint.source} into the SQL statement${where}`;
  },
  extras: (_flow, written) => {
    const short = written.length <= 60 && !written.includes("\n") ? written : "…";
    return { help: `write a placeholder in its place and pass the value by params: ["{{ ${short} }}"]` };
  },
};
