import type { Flow } from "../taint/flow.ts";
import { type FlowWords, placeOf, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that is read as code: by Python as part of `python.script`, by an interpreter as part of an argument. */
export const codeInjection: Rule = (context) => reportFlows("code-injection", context, words);

const words: FlowWords = {
  message: (flow, written) => `"${written}" brings ${flow.taint.source} into ${script(flow)}${placeOf(flow)}`,
  extras: (flow) => ({ help: help(flow) }),
};

function script({ sink, reader }: Flow): string {
  if (reader === undefined) return "the Python script";
  return sink.includes(" ") ? `the ${sink} of "${reader}"` : `the script of "${reader}"`;
}

function help({ reader, since }: Flow): string {
  if (reader === undefined) {
    return `pass it as data: inputs: { value: "{{ … }}" }, and read inputs["value"] in the script`;
  }
  if (since !== undefined && since !== "unquoted") return `take the value as data: do not hand it to "${reader}"`;
  return 'pass it by env: { VALUE: "{{ … }}" }, and read the variable in the script';
}
