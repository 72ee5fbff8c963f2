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
  lastWord,
} from "./choices.ts";

/** The script for zsh: a file of its fpath, or read by `eval` once compinit has run. */
export function zshCompletion(words: KnownWords): string {
  const single = allCommands().filter(({ name }) => !name.includes(" "));
  return `#compdef flowc
# flowc completion for zsh
_flowc() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
${describe("commands", firstWords())}  if ((CURRENT == 2)); then
    if [[ "$PREFIX" == -* ]]; then
      _arguments ${Object.entries(commonOptions).map(optionText).join(" ")}
    else
      _describe -t commands command commands
    fi
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
${single.map((command) => commandCase(command, command.name, words)).join("")}${groups()
  .map(({ name, entries }) => groupCase(name, entries, words))
  .join("")}    help)
      _describe -t commands command commands
      ;;
  esac
}

if [[ "$funcstack[1]" == "_flowc" ]]; then
  _flowc "$@"
else
  compdef _flowc flowc
fi`;
}

function describe(name: string, entries: readonly Entry[]): string {
  const lines = entries.map(([word, summary]) => `    ${quoted(`${word}:${summary}`)}\n`);
  return `  local -a ${name}\n  ${name}=(\n${lines.join("")}  )\n`;
}

function groupCase(name: string, entries: readonly Entry[], words: KnownWords): string {
  const commands = allCommands().filter((command) => command.name.startsWith(`${name} `));
  return `    ${name})
${describe("subcommands", entries).replaceAll(/^(?=.)/gm, "    ")}      if ((CURRENT == 2)); then
        _describe -t commands command subcommands
        return
      fi
      command="$words[2]"
      shift words
      ((CURRENT--))
      case "$command" in
${commands.map((command) => commandCase(command, lastWord(command.name), words).replaceAll(/^(?=.)/gm, "    ")).join("")}      esac
      ;;
`;
}

function commandCase(command: CommandSpec, word: string, words: KnownWords): string {
  const { argument, options } = command;
  const choices = choicesOfArgument(command, words);
  const places = { one: "1:", two: "*:", optional: "1::", many: "*:", any: "*:" };
  const specs = [
    ...Object.entries({ ...options, ...commonOptions }).map(optionText),
    ...(argument === undefined
      ? []
      : [quoted(`${places[argument.count]}${escaped(argument.noun)}:${action(choices)}`)]),
  ];
  return `    ${word})
      _arguments -s -S ${specs.join(" \\\n        ")}
      ;;
`;
}

/** As _arguments has it: `--out=[where to write]:FOLDER:_files -/`. */
function optionText([name, option]: readonly [string, OptionSpec]): string {
  const { short, value, values, optionalValue, repeatable, description } = option;
  const takes = value !== undefined || values !== undefined;
  const after = `[${escaped(brief(description))}]${valueText(option)}`;
  const equals = optionalValue === undefined ? (takes ? "=" : "") : "=-";
  if (short === undefined) return quoted(`${repeatable ? "*" : ""}--${name}${equals}${after}`);
  return `${quoted(`(-${short} --${name})`)}{-${short}${takes ? "+" : ""},--${name}${equals}}${quoted(after)}`;
}

function valueText(option: OptionSpec): string {
  const { value, values, optionalValue } = option;
  if (value === undefined && values === undefined && optionalValue === undefined) return "";
  const colons = optionalValue === undefined ? ":" : "::";
  return `${colons}${escaped(value ?? optionalValue ?? "value")}:${action(choicesOfOption(option))}`;
}

function action({ words, files }: Choices): string {
  const listed = words.length === 0 ? undefined : `(${words.join(" ")})`;
  const found = { none: undefined, any: "_files", folders: "_files -/", workflow: '_files -g "*.(yaml|yml)(-.)"' }[
    files
  ];
  if (listed !== undefined && found !== undefined) return `{compadd -- ${words.join(" ")}; ${found}}`;
  return listed ?? found ?? " ";
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
