import type { OptionSpec } from "../../../runtime-lib/command/option.ts";
import { unreachable } from "../../nouns/unreachable.ts";
import type { CommandSpec } from "../command-table/spec.ts";
import { commandTable } from "../command-table/table.ts";

/** Words that the command table only names. */
export interface KnownWords {
  readonly codes: readonly string[];
  readonly components: readonly string[];
}

/** What may stand in a place of a command line: one of some words, and names of files. */
export interface Choices {
  readonly words: readonly string[];
  /** `workflow`: folders and YAML files. */
  readonly files: "none" | "any" | "folders" | "workflow";
}

/** The choices for the value of an option. */
export function choicesOfOption({ value, values, optionalValue }: OptionSpec): Choices {
  if (values !== undefined) return { words: values, files: "none" };
  const placeholder = value ?? optionalValue ?? "";
  return { words: [], files: placeholder === "FOLDER" ? "folders" : /^FILE\b/.test(placeholder) ? "any" : "none" };
}

/** The choices for the argument of a command. */
export function choicesOfArgument({ argument }: CommandSpec, { codes, components }: KnownWords): Choices {
  const completes = argument?.completes ?? "nothing";
  if (typeof completes !== "string") return { words: completes, files: "none" };
  switch (completes) {
    case "path":
      return { words: [], files: "workflow" };
    case "folder":
      return { words: [], files: "folders" };
    case "file":
      return { words: [], files: "any" };
    case "component":
      return { words: components, files: "folders" };
    case "code":
      return { words: codes, files: "none" };
    case "nothing":
      return { words: [], files: "none" };
    default:
      return unreachable(completes);
  }
}

/** A command and its summary, for a list to choose from. */
export type Entry = readonly [name: string, summary: string];

/** The first words of command lines. */
export function firstWords(): readonly Entry[] {
  return [
    ...commandTable.map(({ name, summary }): Entry => [name, summary]),
    ["help", "print the help page of flowc, or of a command"],
  ];
}

/** The second words, of those commands that are a group. */
export function groups(): readonly { readonly name: string; readonly entries: readonly Entry[] }[] {
  return commandTable.flatMap((entry) =>
    "commands" in entry
      ? [{ name: entry.name, entries: entry.commands.map(({ name, summary }): Entry => [lastWord(name), summary]) }]
      : [],
  );
}

/** `install` of `component install`. */
export function lastWord(name: string): string {
  return name.slice(name.indexOf(" ") + 1);
}

/** The first clause of a description: there is one line for it. */
export function brief(description: string): string {
  return description.split(/[;:(]|\. /)[0]?.trim() ?? "";
}
