import type { Languages } from "../../languages/languages.ts";
import type { ShellCommand, ShellScript } from "../../languages/shell/shell-script.ts";
import { readCommand } from "./commands/read-command.ts";
import { literalOf, valuesIn, type Word } from "./commands/word.ts";
import { withInput } from "./commands/xargs.ts";
import { environmentScripts } from "./environment-scripts.ts";
import { allUses, type Given, noUse, type ScriptText, type ScriptUse, useOfCommand } from "./script-text.ts";
import { literalText } from "./shell-effects.ts";
import { ShellValues } from "./shell-values.ts";
import { onlyValues, type Spliced, since } from "./spliced.ts";

/** What the commands of a shell script do with values: those of its templates, and those of variables and arguments. */
export function shellUse({ text, given, reader, shell: program }: ScriptText, { shell }: Languages): ScriptUse {
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  if (shell === undefined || !mayUse(text, given)) return noUse;
  const script = shell(parts);
  const values = new ShellValues(script, valuesIn(text), given);
  const uses = script.commands.map((command, index) => commandUse(command, index, { script, values, given }));
  const environment = environmentScripts(given, assignedIn(script, values));
  const evaluates = evaluating.test(program?.replace(/^.*\//, "") ?? reader ?? "");
  return allUses([
    ...uses,
    { scripts: environment, options: [] },
    ...(evaluates ? [evaluatedUse({ script, values, given })] : []),
  ]);
}

/** Shells that read the text of a variable in arithmetic as an expression of its own. */
const evaluating = /^(?:bash|zsh|ksh|mksh)\b/;

/** Scripts without values are the most: nothing in them is looked at. */
function mayUse(text: Word<Spliced>, { variables, arguments: own, input }: Given): boolean {
  return [text, input, ...variables.values(), ...own].some((word) => valuesIn(word).length > 0);
}

interface Reading {
  readonly script: ShellScript;
  readonly values: ShellValues;
  readonly given: Given;
}

function commandUse(command: ShellCommand, index: number, { script, values, given }: Reading): ScriptUse {
  const words = withInput(
    command.words.map(({ parts }) => values.word(parts, command.within)),
    values.input(index),
  );
  const own = values.contentOf(words.slice(0, 1).flat());
  const around = { input: values.input(index), contentOf: (path: Word<Spliced>) => values.contentOf(path) };
  const scope = scopeOf(command, { script, values, given });
  const [name] = words;
  const started: readonly ScriptText[] =
    valuesIn(own).length === 0 || literalOf(name) === undefined
      ? []
      : [{ sink: "shell", reader: literalOf(name), text: own, isProgram: false, given: scope }];
  return allUses([useOfCommand(readCommand(words), scope, around), { scripts: started, options: [] }]);
}

/** What scripts find that this one runs: all that has a name here. */
function scopeOf({ assignments, within }: ShellCommand, { script, values, given }: Reading): Given {
  const own = assignedIn(script, values, within);
  const before = assignments.map(
    ({ name, values: words }) => [name, words.flatMap(({ parts }) => values.word(parts, within))] as const,
  );
  return { ...given, variables: new Map([...given.variables, ...own, ...before]) };
}

/** All variables that the script assigns. */
function assignedIn(script: ShellScript, values: ShellValues, within?: string): ReadonlyMap<string, Word<Spliced>> {
  const names = new Set(script.commands.flatMap((command) => command.assignments.map(({ name }) => name)));
  return new Map([...names].map((name) => [name, values.variable(name, within)]));
}

/** The variables that bash evaluates. */
function evaluatedUse({ script, values, given }: Reading): ScriptUse {
  const counted = script.commands.filter(({ words }) =>
    /^(?:declare|local|typeset)$/.test(literalText(words[0]) ?? ""),
  );
  const integers = counted
    .filter(({ words }) => words.some((word) => /^-[a-zA-Z]*i/.test(literalText(word) ?? "")))
    .flatMap(({ words, within }) => words.slice(1).map((word) => ({ name: literalText(word) ?? "", within })));
  const scripts = [...script.evaluated, ...integers].flatMap(({ name, within }): readonly ScriptText[] => {
    const text = onlyValues(values.variable(name, within));
    if (text.length === 0) return [];
    return [{ sink: "shell", reader: "bash", text: since(text, "variable"), isProgram: false, given }];
  });
  return { scripts, options: [] };
}
