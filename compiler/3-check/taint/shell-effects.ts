import type { ShellCommand, ShellRedirection, ShellWord } from "../../languages/shell/shell-script.ts";
import { copying } from "./commands/filters.ts";

/** The text of a word in which nothing is expanded. */
export function literalText(word: ShellWord | undefined): string | undefined {
  const [part, second] = word?.parts ?? [];
  return part?.kind === "text" && second === undefined ? part.text : undefined;
}

/** The names of the variables that a command may give a value. */
export function namesGiven({ words, assignments }: ShellCommand): ReadonlySet<string> {
  const own = assignments.map(({ name }) => name);
  if (!/^(?:printf|read|mapfile|readarray)$/.test(literalText(words[0]) ?? "")) return new Set(own);
  const [first, ...others] = words.map((word) => literalText(word) ?? "");
  if (first === "printf") return new Set(others[0] === "-v" ? [...own, others[1] ?? ""] : own);
  const read = others.filter((word) => !word.startsWith("-"));
  return new Set([...own, ...(read.length > 0 ? read : ["REPLY"])]);
}

/** The files that a command may read or write, as its redirections say. */
export interface CommandFiles {
  readonly read: readonly ShellWord[];
  readonly written: readonly ShellWord[];
}

/** The files of each command of a script, in their order; `exec 3> file` opens one for `>&3` of all others. */
export function commandFiles(commands: readonly ShellCommand[]): readonly CommandFiles[] {
  const isOpening = ({ words }: ShellCommand) => /^exec$/.test(literalText(words[0]) ?? "") && words.length === 1;
  const opened = commands.filter(isOpening).flatMap(({ redirections }) => redirections);
  return commands.map((command) => {
    const { words, redirections } = command;
    if (isOpening(command)) return { read: [], written: [] };
    const name = literalText(words[0]) ?? "";
    const own = name === "tee" ? words.slice(1) : copying.has(name) ? words.slice(-1) : [];
    return {
      read: targets(redirections, "<", opened),
      written: [...own, ...targets(redirections, ">", opened)],
    };
  });
}

/** Where redirections of one direction lead: to files, to descriptors that are open, or where all output goes. */
function targets(
  redirections: readonly ShellRedirection[],
  direction: "<" | ">",
  opened: readonly ShellRedirection[],
): readonly ShellWord[] {
  const openedAs = (descriptor: string) =>
    opened.flatMap((redirection) =>
      isFile(redirection.operator) && numberOf(redirection) === descriptor ? (redirection.target ?? []) : [],
    );
  const own = redirections.filter(({ operator }) => operator.includes(direction));
  const found = own.flatMap(({ operator, target }) => {
    if (target === undefined) return [];
    return isFile(operator) ? [target] : openedAs(literalText(target) ?? "");
  });
  const standard = direction === "<" ? "0" : "1";
  return own.some((redirection) => numberOf(redirection) === standard) ? found : [...found, ...openedAs(standard)];
}

function isFile(operator: string): boolean {
  return /^(?:&?>>?|>\||<>?)$/.test(operator);
}

function numberOf({ operator, descriptor }: ShellRedirection): string {
  return descriptor ?? (operator.startsWith("<") ? "0" : "1");
}
