import type { Flow } from "../taint/flow.ts";
import { type FlowWords, quoteFix, reportFlows } from "../taint/report-flows.ts";
import type { Rule } from "./rule.ts";

/** Tainted text that a shell reads as part of a script: of `exec.command`, of an argument of `sh -c`, of what `eval` runs. */
export const shellInjection: Rule = (context) => reportFlows("shell-injection", context, words);

const words: FlowWords = {
  message: (flow, written) => {
    const what = flow.taint.source;
    if (flow.isProgram) return `"${written}" lets ${what} choose the program that is started`;
    const script = flow.reader === undefined ? "the shell script" : `the script of "${flow.reader}"`;
    return `"${written}" brings ${what} into ${script}${how(flow)}`;
  },
  extras: (flow, written) => ({
    help: help(flow, written),
    suggestion: flow.isProgram || flow.since !== undefined ? undefined : quoteFix(flow),
  }),
};

function how({ hole, taint }: Flow): string {
  const own = taint.form === "word" ? ": quote(…) adds its own, which end them" : ", which do not protect it";
  switch (hole.inside) {
    case '"':
    case "'":
      return ` inside quotes${own}`;
    case "`":
      return " inside backticks, where quotes do not protect it";
    case "here-document":
      return " inside a here-document, where quotes do not protect it";
    case "comment":
      return " inside a comment, which a line break ends";
    case "arithmetic":
      return " inside arithmetic, where quotes do not protect it";
    case "name":
      return " as the name of a variable";
    case "delimiter":
      return " as the end of a here-document";
    default:
      return " unquoted";
  }
}

function help({ hole, isProgram, taint, since }: Flow, written: string): string {
  if (isProgram) return "name the program, or check the value against the programs that are allowed: … in ['a', 'b']";
  if (since === "variable" || since === "quoted variable") return variableHelp;
  const short = written.length <= 60 && !written.includes("\n") ? written : "…";
  const quoted = taint.form === "word" ? `{{ ${short} }}` : `{{ quote(${short}) }}`;
  if (since === "unquoted") return 'pass it by env: { VALUE: "{{ … }}" }, and let the inner script read "$VALUE"';
  if (hole.inside === "code" || hole.inside === "program") return `write ${quoted}, or pass it by args or env`;
  if (hole.inside === '"' || hole.inside === "'") {
    return `write ${quoted} without the quotes around it, or pass it by env: { VALUE: "{{ … }}" } and write "$VALUE"`;
  }
  return 'pass it by env: { VALUE: "{{ … }}" } and write "$VALUE"';
}

const variableHelp =
  'let no second shell read the value: give it one as an argument, such as sh -c \'echo "$1"\' sh "$VALUE"';
