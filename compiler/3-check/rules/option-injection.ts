import type { Flow } from "../taint/flow.ts";
import { type FlowWords, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that a program may take for one of its options, because it may begin with `-`. */
export const optionInjection: Rule = (context) => reportFlows("option-injection", context, words);

const words: FlowWords = {
  message: ({ taint, reader, option }, written) =>
    `"${written}" lets ${taint.source} be an option of ${reader}, such as ${option?.harm}`,
  extras: (flow, written) => ({ help: help(flow, written) }),
};

function help({ option }: Flow, written: string): string {
  if (option?.isWritten) return "write the option out, and pass the value as an argument of its own";
  const short = written.length <= 60 && !written.includes("\n") ? written : "…";
  const check = `check its first character: ${short} matches '^[A-Za-z0-9]'`;
  return `write "${option?.end ?? "./"}" before it, or ${check}`;
}
