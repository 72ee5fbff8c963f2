import type { Breach } from "../taint/flows.ts";
import { type BreachWords, quoteFix, tellBreaches } from "../taint/report-flow.ts";
import type { Rule } from "./rule.ts";

/** Text from outside that the shell reads as part of `exec.command`. */
export const shellInjection: Rule = (context) => tellBreaches("shell", context, words);

const words: BreachWords = {
  code: "shell-injection",
  message: (breach, written) => {
    const what = breach.inflow.what;
    if (breach.isProgram) return `"${written}" lets ${what} choose the program that is started`;
    return `"${written}" brings ${what} into the shell script${how(breach)}`;
  },
  extras: (breach, written) => ({
    help: help(breach, written),
    suggestion: breach.isProgram ? undefined : quoteFix(breach),
  }),
};

function how({ hole, inflow }: Breach): string {
  const own = inflow.form === "word" ? "quote(…) brings its own, and these end them" : "they do not hold it";
  switch (hole.inside) {
    case '"':
    case "'":
      return ` inside quotes: ${own}`;
    case "`":
      return " inside backticks, where no quotes hold it";
    case "here-document":
      return " inside a here-document, where no quotes hold it";
    case "comment":
      return " inside a comment, which a line break ends";
    default:
      return " unquoted";
  }
}

function help({ hole, isProgram, inflow }: Breach, written: string): string {
  if (isProgram) return "name the program, or check the value against the programs that are allowed: … in ['a', 'b']";
  const short = written.length <= 60 && !written.includes("\n") ? written : "…";
  const quoted = inflow.form === "word" ? `{{ ${short} }}` : `{{ quote(${short}) }}`;
  if (hole.inside === "code") return `write ${quoted}, or pass it by args or env`;
  if (hole.inside === '"' || hole.inside === "'") {
    return `write ${quoted} without the quotes around it, or pass it by env: { VALUE: "{{ … }}" } and write "$VALUE"`;
  }
  return 'pass it by env: { VALUE: "{{ … }}" } and write "$VALUE"';
}
