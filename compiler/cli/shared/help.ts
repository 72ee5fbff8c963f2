import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import { optionMeaning, optionText } from "../../../runtime-lib/command/option.ts";
import type { CommandSpec, GroupSpec } from "../command-table/spec.ts";
import { commandTable, commonOptions } from "../command-table/table.ts";
import { argumentText, usageLines } from "../command-table/usage.ts";

/** Columns of a terminal that the pages are made for. */
const width = 120;

/** The help page of a command, given by its one or two words; of flowc itself for anything else. */
export function help(first: string | undefined, second?: string): string {
  const entry: CommandSpec | GroupSpec | undefined = commandTable.find(({ name }) => name === first);
  if (entry === undefined) return overview();
  if (!("commands" in entry)) return page(entry);
  const command = entry.commands.find(({ name }) => name === `${first} ${second}`);
  return command === undefined ? groupPage(entry) : page(command);
}

function overview(): string {
  return `flowc compiles workflows to one JavaScript module each

usage: flowc <command> PATH [options]     PATH is a workflow file or a folder with a workflow.yaml

commands:
${rows(commandTable.map((entry) => [brief(entry), entry.summary]))}

${optionRows(commonOptions)}`;
}

function brief(entry: CommandSpec | GroupSpec): string {
  const argument = "argument" in entry ? entry.argument : undefined;
  return argument === undefined ? entry.name : `${entry.name} ${argumentText(argument)}`;
}

function page(command: CommandSpec): string {
  const { description, argument, options, exitCodes, examples = [] } = command;
  const [first = "", ...others] = usageLines(command);
  const usage = [`usage: ${first}`, ...others.map((line) => `       ${line}`)].join("\n");
  const left = [...(argument?.forms ?? []), ...Object.entries(options).map(row)];
  const codes = `exit code: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(", ")}`;
  const shown = examples.map(([line, does]) => `  ${line}\n      ${does}`).join("\n");
  return [
    usage,
    ...description.split("\n\n").map((paragraph) => wrapped(paragraph, width)),
    ...(left.length === 0 ? [] : [rows(left)]),
    wrapped(codes, width),
    ...(examples.length === 0 ? [] : [`examples:\n${shown}`]),
  ].join("\n\n");
}

function groupPage({ name, summary, commands }: GroupSpec): string {
  return `usage: flowc ${name} <command> [options]

To ${summary}.

${rows(commands.map((command) => [brief(command).slice(name.length + 1), command.summary]))}

flowc ${name} <command> --help says more.`;
}

function optionRows(options: Readonly<Record<string, OptionSpec>>): string {
  return rows(Object.entries(options).map(row));
}

function row([name, option]: readonly [string, OptionSpec]): readonly [string, string] {
  return [optionText(name, option), optionMeaning(option)];
}

/** Two columns, the second wrapped. */
function rows(pairs: readonly (readonly [left: string, right: string])[]): string {
  const column = Math.max(...pairs.map(([left]) => left.length)) + 2;
  return pairs
    .map(([left, right]) => {
      const text = wrapped(right, width - column - 2).replaceAll("\n", `\n${" ".repeat(column + 2)}`);
      return `  ${left.padEnd(column)}${text}`;
    })
    .join("\n");
}

/** Breaks a text at spaces. */
function wrapped(text: string, columns: number): string {
  let line = 0;
  return text
    .split(" ")
    .map((word, index) => {
      const fits = line + 1 + word.length <= columns;
      const before = index === 0 ? "" : fits ? " " : "\n";
      line = fits ? line + before.length + word.length : word.length;
      return before + word;
    })
    .join("");
}
