import type { ShellCommand, ShellWord } from "../../languages/shell/shell-script.ts";
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

/** The paths of the files that a command writes to. */
export function writtenFiles({ words, redirections }: ShellCommand): readonly ShellWord[] {
  const name = literalText(words[0]) ?? "";
  const own = name === "tee" ? words.slice(1) : copying.has(name) ? words.slice(-1) : [];
  const to = redirections.filter(({ operator }) => /^(?:&?>>?|>\|)$/.test(operator));
  return [...own, ...to.flatMap(({ target }) => target ?? [])];
}
