import type { Flow } from "../taint/flow.ts";
import { type FlowWords, placeOf, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that is read as code: by Python as part of `python.script`, by an interpreter as part of an argument. */
export const codeInjection: Rule = (context) => reportFlows("code-injection", context, words);

const words: FlowWords = {
  message: (flow, written) => `"${written}" brings ${flow.taint.source} into ${script(flow)}${placeOf(flow)}`,
  extras: ({ reader }) => ({
    help:
      reader === undefined
        ? `pass it as data: inputs: { value: "{{ … }}" }, and read inputs["value"] in the script`
        : 'pass it by env: { VALUE: "{{ … }}" }, and read the variable in the script',
  }),
};

function script({ sink, reader }: Flow): string {
  if (reader === undefined) return "the Python script";
  return sink.includes(" ") ? `the ${sink} of "${reader}"` : `the script of "${reader}"`;
}
