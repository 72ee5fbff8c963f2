import { columns } from "../command/columns.ts";
import { helpOf } from "../command/help.ts";
import { optionMeaning, optionText } from "../command/option.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { urlVariable } from "./database-url.ts";
import type { Verb } from "./verb.ts";

/** What `--help` prints: the commands, and where they find the runs. */
export function durableHelp(
  { name, description = "a workflow compiled by flowc" }: WorkflowDefinition,
  verbs: readonly Verb[],
): string {
  const rows = verbs.map((verb) => [`  ${titleOf(verb)}`, verb.summary]);
  return `${name}: ${description}

commands:
${columns(rows)}

${urlVariable} names the PostgreSQL database of the runs. COMMAND --help shows the options of a command.`;
}

/** What `COMMAND --help` prints. */
export function verbHelp(verb: Verb, definition: WorkflowDefinition): string {
  if (verb.runs) return `${titleOf(verb)}: ${verb.summary}\n\n${helpOf(definition, verb.options)}`;
  const rows = Object.entries(verb.options).map(([name, option]) => [
    `  ${optionText(name, option)}`,
    optionMeaning(option),
  ]);
  const options = rows.length === 0 ? "" : `\n\noptions:\n${columns(rows)}`;
  return `${titleOf(verb)}: ${verb.summary}${options}`;
}

function titleOf({ name, argument }: Verb): string {
  return argument === undefined ? name : `${name} ${argument}`;
}
