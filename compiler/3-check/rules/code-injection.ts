import { type BreachWords, tellBreaches } from "../taint/report-flow.ts";
import type { Rule } from "./rule.ts";

/** Text from outside that Python reads as part of `python.script`. */
export const codeInjection: Rule = (context) => tellBreaches("python", context, words);

const words: BreachWords = {
  code: "code-injection",
  message: ({ inflow, hole }, written) => {
    const where =
      hole.inside === "code"
        ? ""
        : hole.inside === "comment"
          ? " inside a comment"
          : " inside quotes: they do not hold it";
    return `"${written}" brings ${inflow.what} into the Python script${where}`;
  },
  extras: () => ({ help: `pass it as data: inputs: { value: "{{ … }}" }, and read inputs["value"] in the script` }),
};
