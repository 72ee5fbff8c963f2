import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import type { CommandSpec } from "../command-table/spec.ts";
import { allCommands, commonOptions } from "../command-table/table.ts";
import {
  brief,
  type Choices,
  choicesOfArgument,
  choicesOfOption,
  type Entry,
  firstWords,
  groups,
  type KnownWords,
} from "./choices.ts";

/** The script for fish: a file of its completions, or read by `source`. */
export function fishCompletion(words: KnownWords): string {
  return `# flowc completion for fish
function __flowc_at
    set -l words (commandline -opc)
    test (count $words) -eq (math (count $argv) + 1); and __flowc_in $argv
end

function __flowc_in
    set -l words (commandline -opc)
    for index in (seq (count $argv))
        test "$words[$(math $index + 1)]" = "$argv[$index]"; or return 1
    end
end

complete -c flowc -e
complete -c flowc -f
${[
  ...wordLines("", firstWords()),
  ...wordLines("help", firstWords()),
  ...groups().flatMap(({ name, entries }) => wordLines(name, entries)),
  ...Object.entries(commonOptions).map(([name, option]) => optionLine("__flowc_in", name, option)),
  ...allCommands().flatMap((command) => commandLines(command, words)),
].join("\n")}`;
}

function wordLines(after: string, entries: readonly Entry[]): readonly string[] {
  return entries.map(
    ([word, summary]) => `complete -c flowc -n '${`__flowc_at ${after}`.trimEnd()}' -a ${word} -d ${quoted(summary)}`,
  );
}

function commandLines(command: CommandSpec, words: KnownWords): readonly string[] {
  const condition = `__flowc_in ${command.name}`;
  const argument = takes(choicesOfArgument(command, words));
  return [
    ...(argument === "" ? [] : [`complete -c flowc -n '${condition}'${argument}`]),
    ...Object.entries(command.options).map(([name, option]) => optionLine(condition, name, option)),
  ];
}

function optionLine(condition: string, name: string, option: OptionSpec): string {
  const { short, value, values, description } = option;
  const choices = choicesOfOption(option);
  const required = (value ?? values) === undefined ? "" : choices.files === "any" ? " -r" : " -x";
  const names = `${short === undefined ? "" : ` -s ${short}`} -l ${name}`;
  return `complete -c flowc -n '${condition}'${names}${required}${takes(choices)} -d ${quoted(brief(description))}`;
}

function takes({ words, files }: Choices): string {
  const folders = files === "folders" ? ["(__fish_complete_directories)"] : [];
  const listed = [...words, ...folders];
  const any = files === "any" || files === "workflow" ? " -F" : "";
  return `${any}${listed.length === 0 ? "" : ` -a ${quoted(listed.join(" "))}`}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
