import { optionMeaning, optionText, usageLines } from "./option-text.ts";
import type { CommandSpec } from "./spec.ts";
import { environment, files, otherExitCodes } from "./surroundings.ts";
import { allCommands, commonOptions } from "./table.ts";

/** docs/commands.md: what a manual page says, of all commands. */
export function manual(): string {
  const commands = allCommands();
  const synopsis = ["flowc COMMAND [options]", "flowc [COMMAND] --help", "flowc --version"];
  const summaries = commands.map(({ name, summary }): Row => [`[${name}](#${anchor(name)})`, summary]);
  return `# flowc

## Name

flowc - compiles workflows to one JavaScript module each

## Synopsis

${block(synopsis)}
## Description

PATH is a workflow file or a folder with a \`workflow.yaml\`. An option's value comes after a space or \`=\`; \`--\` ends the
options. Results and machine formats go to standard output, everything else to standard error. Colour and live progress
are for terminals only.

${table(["command", ""], summaries)}
## Options

Of every command:

${optionTable(commonOptions)}
${commands.map(section).join("")}## Exit status

Of every command, beside its own:

${table(["code", ""], otherExitCodes)}
## Environment

${table(
  ["variable", ""],
  environment.map(([name, meaning]): Row => [code(name), meaning]),
)}
## Files

${table(
  ["file", ""],
  files.map(([path, meaning]): Row => [`\`${path}\``, meaning]),
)}
## See also

[workflows.md](workflows.md), [check.md](check.md), [events.md](events.md), [diagnostics.md](diagnostics.md),
[agent-mode.md](agent-mode.md)
`;
}

type Row = readonly [left: string, right: string];

function section(command: CommandSpec): string {
  const { name, description, argument, options, exitCodes, examples = [] } = command;
  const forms = (argument?.forms ?? []).map(([form, meaning]): Row => [`\`${cell(form)}\``, meaning]);
  return [
    `## flowc ${name}\n\n${block(usageLines(command))}`,
    `${escaped(description)}\n`,
    ...(forms.length === 0 ? [] : [table([argument?.noun ?? "", ""], forms)]),
    ...(Object.keys(options).length === 0 ? [] : [optionTable(options)]),
    table(["exit code", ""], exitCodes),
    ...(examples.length === 0 ? [] : [block(examples.map(([line, does]) => `${line}    # ${does}`))]),
    "",
  ].join("\n");
}

function optionTable(options: CommandSpec["options"]): string {
  const rows = Object.entries(options).map(
    ([name, option]): Row => [`\`${cell(optionText(name, option))}\``, optionMeaning(option)],
  );
  return table(["option", ""], rows);
}

function table(head: Row, rows: readonly Row[]): string {
  const lines = rows.map(([left, right]) => `| ${left} | ${cell(escaped(right))} |\n`);
  return `| ${head.join(" | ")} |\n|---|---|\n${lines.join("")}`;
}

/** Each of a list of names as code. */
function code(names: string): string {
  return names.replaceAll(/\w+/g, "`$&`");
}

/** Outside of code, what looks like a tag would be one. */
function escaped(text: string): string {
  return text.replaceAll(/<(\w+)>/g, "&lt;$1&gt;");
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

function block(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`;
}

/** As GitHub makes it of a heading. */
function anchor(name: string): string {
  return `flowc-${name.replaceAll(" ", "-")}`;
}
