import type { BashFeature, ShellCommand, ShellWord } from "./shell-script.ts";

type Feature = readonly [what: string, instead: string];

/** Commands that only bash has. */
const commands: ReadonlyMap<string, string> = new Map([
  ["source", "write `. ./file`"],
  ["declare", "assign without it, or write `local` in a function"],
  ["typeset", "assign without it, or write `local` in a function"],
  ["let", "write name=$((…))"],
  ["shopt", "sh has no equivalent"],
  ["mapfile", "write: while IFS= read -r line; do …; done < file"],
  ["readarray", "write: while IFS= read -r line; do …; done < file"],
  ["pushd", "write a subshell: (cd folder && …)"],
  ["popd", "write a subshell: (cd folder && …)"],
  ["disown", "write `nohup command &`"],
  ["builtin", "write `command`"],
  ["compgen", "write a loop over a pattern: for f in a*"],
]);

/** A word of a command that sh has too. */
interface Word {
  readonly name: RegExp;
  readonly word: RegExp;
  readonly feature: Feature;
}

/** Options, which stand before all arguments. */
const options: readonly Word[] = [
  { name: /^read$/, word: /^-[rp]*[adeiNnstu]/, feature: ["this option of `read`", "sh only knows `read -r`"] },
  { name: /^echo$/, word: /^-[nE]*e[nE]*$/, feature: ["`echo -e`", "write `printf`"] },
  { name: /^printf$/, word: /^-v$/, feature: ["`printf -v`", 'write: name="$(printf …)"'] },
  { name: /^local$/, word: /^-[a-zA-Z]/, feature: ["an option of `local`", "sh only knows `local name`"] },
  { name: /^export$/, word: /^-f$/, feature: ["`export -f`", "write the function into a script of its own"] },
  { name: /^exec$/, word: /^-[acl]$/, feature: ["an option of `exec`", "leave it out"] },
  { name: /^wait$/, word: /^-n$/, feature: ["`wait -n`", 'write `wait "$pid"`'] },
  { name: /^type$/, word: /^-[tpaPf]$/, feature: ["an option of `type`", "write `command -v name`"] },
  { name: /^kill$/, word: /^-?SIG[A-Z]/, feature: ["a signal with SIG before its name", "drop SIG: TERM, INT"] },
];

/** Arguments. */
const given: readonly Word[] = [
  { name: /^set$/, word: /^pipefail$/, feature: ["`pipefail`", "check each step by itself, with files between them"] },
  { name: /^printf$/, word: /%q/, feature: ["`%q` of `printf`", "quote it by hand"] },
  { name: /^trap$/, word: /^SIG[A-Z]/, feature: ["a signal with SIG before its name", "drop SIG: TERM, INT"] },
  { name: /^trap$/, word: /^(?:ERR|DEBUG|RETURN)$/, feature: ["`ERR` of `trap`", "trap EXIT and look at $?"] },
  { name: /^test$/, word: /^==$/, feature: ["`==` of `test`", "write `=`"] },
];

const variables = /^(?:RANDOM|BASH_SOURCE|BASH_REMATCH|BASHPID|FUNCNAME|PIPESTATUS|EPOCHSECONDS)$/;

/** What one command uses of bash; `own`: the names of the script's functions. */
export function featuresOfCommand(command: ShellCommand, own: ReadonlySet<string>): readonly BashFeature[] {
  const { words, assignments } = command;
  const [first, ...others] = words;
  const name = first && textOf(first);
  const used = [...words, ...assignments.flatMap(({ values }) => values)].flatMap(variableOf);
  if (first === undefined || name === undefined || own.has(name)) return used;
  const instead = commands.get(name);
  const behind = others.findIndex((word) => !/^-./.test(textOf(word) ?? ""));
  return [
    ...used,
    ...(instead === undefined ? [] : [feature([`\`${name}\``, instead], first)]),
    ...(name === "read" && others.length === 0
      ? [feature(["`read` without a name", "write `read -r line`"], first)]
      : []),
    ...wordsOf(options, name, behind === -1 ? others : others.slice(0, behind)),
    ...wordsOf(given, name, others),
  ];
}

function wordsOf(table: readonly Word[], name: string, words: readonly ShellWord[]): readonly BashFeature[] {
  return table.flatMap(({ name: wanted, word, feature: used }) => {
    const at = wanted.test(name) ? words.find((argument) => word.test(textOf(argument) ?? "")) : undefined;
    return at === undefined ? [] : [feature(used, at)];
  });
}

function feature([what, instead]: Feature, { start, end }: ShellWord): BashFeature {
  return { what, instead, start, end };
}

function variableOf(word: ShellWord): readonly BashFeature[] {
  return word.parts.flatMap((part) =>
    part.kind === "variable" && variables.test(part.name)
      ? [feature([`\`$${part.name}\``, "sh leaves it empty"], word)]
      : [],
  );
}

/** The literal beginning of a word: all of it where nothing is expanded in it. */
function textOf({ parts: [first] }: ShellWord): string | undefined {
  return first?.kind === "text" ? first.text : undefined;
}
