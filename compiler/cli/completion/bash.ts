import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import type { CommandSpec } from "../command-table/spec.ts";
import { allCommands, commonOptions } from "../command-table/table.ts";
import {
  type Choices,
  choicesOfArgument,
  choicesOfOption,
  type Entry,
  firstWords,
  groups,
  type KnownWords,
} from "./choices.ts";

/** The script for bash 3.2 and later, which needs no other; all words in it are of letters, digits, `-`, `.` and `_`. */
export function bashCompletion(words: KnownWords): string {
  const commands = allCommands();
  return `# flowc completion for bash
_flowc() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  if [[ $cur == "=" ]]; then
    cur="" prev="$prev="
  elif [[ $prev == "=" ]]; then
    prev="\${COMP_WORDS[COMP_CWORD - 2]}="
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
${wordsOrOptions(firstWords(), "    ")}    return
  fi
  case "$command" in
${groups().map(groupCase).join("")}    help)
${wordsOrOptions(firstWords(), "      ")}      return
      ;;
  esac
  case "$command $prev" in
${valueCases(commands)}  esac
  case "$command" in
${commands.map((command) => commandCase(command, words)).join("")}  esac
}

_flowc_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_flowc_files() {
  local name
  compopt -o filenames 2> /dev/null
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$@" -- "$cur")
}

complete -F _flowc flowc`;
}

function groupCase({ name, entries }: ReturnType<typeof groups>[number]): string {
  return `    ${name})
      if ((COMP_CWORD == 2)); then
${wordsOrOptions(entries, "        ")}        return
      fi
      command="$command \${COMP_WORDS[2]}"
      ;;
`;
}

function wordsOrOptions(entries: readonly Entry[], indent: string): string {
  return `${indent}if [[ $cur == -* ]]; then
${indent}  _flowc_words "${optionNames(commonOptions).join(" ")}"
${indent}else
${indent}  _flowc_words "${entries.map(([word]) => word).join(" ")}"
${indent}fi
`;
}

/** What follows an option that takes a value; those that are followed by the same are one case. */
function valueCases(commands: readonly CommandSpec[]): string {
  const cases = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, spec]) => {
      const { value, values, optionalValue } = spec;
      if ((value ?? values ?? optionalValue) === undefined) return [];
      const names = optionalValue === undefined ? optionNames({ [option]: spec }) : [];
      const patterns = [...names, `--${option}=`].map((written) => `"${name} ${written}"`);
      return [{ body: calls(choicesOfOption(spec), "      "), patterns }];
    }),
  );
  return [...new Set(cases.map(({ body }) => body))]
    .map((body) => {
      const patterns = cases
        .filter((one) => one.body === body)
        .flatMap((one) => one.patterns)
        .join(" | \\\n      ");
      return `    ${patterns})\n${body}      return\n      ;;\n`;
    })
    .join("");
}

function commandCase(command: CommandSpec, words: KnownWords): string {
  const options = optionNames({ ...command.options, ...commonOptions }).join(" ");
  const ofArgument = calls(choicesOfArgument(command, words), "        ");
  return `    "${command.name}")
      if [[ $cur == -* ]]; then
        _flowc_words "${options}"
${ofArgument === "" ? "" : `      else\n${ofArgument}`}      fi
      ;;
`;
}

function optionNames(options: Readonly<Record<string, OptionSpec>>): readonly string[] {
  return Object.entries(options).flatMap(([name, { short }]) => [
    ...(short === undefined ? [] : [`-${short}`]),
    `--${name}`,
  ]);
}

function calls({ words, files }: Choices, indent: string): string {
  const flags = { none: [], any: ["-f"], folders: ["-d"], workflow: ["-d", "-f -X '!*.yaml'", "-f -X '!*.yml'"] }[
    files
  ];
  return [
    ...(words.length === 0 ? [] : [`_flowc_words "${words.join(" ")}"`]),
    ...flags.map((flag) => `_flowc_files ${flag}`),
  ]
    .map((call) => `${indent}${call}\n`)
    .join("");
}
