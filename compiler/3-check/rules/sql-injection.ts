import { type FlowWords, placeOf, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that a database reads as part of a statement: `sql.query`, one of `sql.queries`, an argument of a client. */
export const sqlInjection: Rule = (context) => reportFlows("sql-injection", context, words);

const words: FlowWords = {
  message: (flow, written) => {
    const statement = flow.reader === undefined ? "the SQL statement" : `the SQL statement of "${flow.reader}"`;
    return `"${written}" brings ${flow.taint.source} into ${statement}${placeOf(flow)}`;
  },
  extras: ({ reader }, written) => {
    const short = written.length <= 60 && !written.includes("\n") ? written : "…";
    const values = `write a placeholder in its place and pass the value by params: ["{{ ${short} }}"]`;
    return { help: reader === undefined ? values : `run the statement with sql: ${values}` };
  },
};
