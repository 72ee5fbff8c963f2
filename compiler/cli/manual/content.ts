import { optionMeaning, optionText } from "../../../runtime-lib/command/option.ts";
import type { CommandSpec } from "../command-table/spec.ts";
import { environment, files, otherExitCodes } from "../command-table/surroundings.ts";
import { allCommands, commonOptions } from "../command-table/table.ts";
import { usageLines } from "../command-table/usage.ts";

/** A part of the manual. In texts and meanings, what stands in backticks is code. */
export type Block =
  | { readonly kind: "section" | "subsection" | "text"; readonly text: string }
  | { readonly kind: "shell"; readonly lines: readonly string[] }
  | { readonly kind: "terms"; readonly title: string; readonly rows: readonly Term[] };

/** A term is code. */
export type Term = readonly [term: string, meaning: string];

/** What the manual of flowc says, in the order of a manual page. */
export function manual(): readonly Block[] {
  const commands = allCommands();
  return [
    section("Name"),
    text("flowc - compiles workflows to one JavaScript module each"),
    section("Synopsis"),
    { kind: "shell", lines: ["flowc COMMAND [options]", "flowc [COMMAND] --help", "flowc --version"] },
    section("Description"),
    text(`PATH is a workflow file or a folder with a \`workflow.yaml\`. An option's value comes after a space or \`=\`; \`--\` \
ends the options. Results and machine formats go to standard output, everything else to standard error. Colour and live \
progress are for terminals only.`),
    section("Options"),
    text("Of every command:"),
    terms("option", optionTerms(commonOptions)),
    section("Commands"),
    terms(
      "command",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    ...commands.flatMap(commandBlocks),
    section("Exit status"),
    text("Of every command, beside its own:"),
    terms("exit code", otherExitCodes),
    section("Environment"),
    terms("variable", environment),
    section("Files"),
    terms("file", files),
  ];
}

function commandBlocks(command: CommandSpec): readonly Block[] {
  const { name, description, argument, options, exitCodes, examples = [] } = command;
  return [
    { kind: "subsection", text: `flowc ${name}` },
    { kind: "shell", lines: usageLines(command) },
    ...description.split("\n\n").map(text),
    ...(argument?.forms === undefined ? [] : [terms(argument.noun, argument.forms)]),
    ...(Object.keys(options).length === 0 ? [] : [terms("option", optionTerms(options))]),
    terms("exit code", exitCodes),
    ...examples.flatMap(([line, does]): Block[] => [text(`Example: ${does}`), { kind: "shell", lines: [line] }]),
  ];
}

function optionTerms(options: CommandSpec["options"]): readonly Term[] {
  return Object.entries(options).map(([name, option]) => [optionText(name, option), optionMeaning(option)]);
}

function section(name: string): Block {
  return { kind: "section", text: name };
}

function text(paragraph: string): Block {
  return { kind: "text", text: paragraph };
}

function terms(title: string, rows: readonly Term[]): Block {
  return { kind: "terms", title, rows };
}
