import { type FlowWords, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that Python reads as part of `python.script`. */
export const codeInjection: Rule = (context) => reportFlows("code-injection", context, words);

const words: FlowWords = {
  message: ({ taint, hole }, written) => {
    const where =
      hole.inside === "code"
        ? ""
        : hole.inside === "comment"
          ? " inside a comment"
          : " inside quotes: they do not hold it";
    return `"${written}" brings ${taint.source} into the Python script${where}`;
  },
  extras: () => ({ help: `pass it as data: inputs: { value: "{{ … }}" }, and read inputs["value"] in the script` }),
};
