import type { ScriptLanguage } from "../../../nouns/sink.ts";
import { findProgram } from "./find-program.ts";
import type { ProgramSpec, Script } from "./program-spec.ts";
import { type Arguments, splitArguments } from "./split-arguments.ts";
import { beginningOf, joined, literalOf, valuesIn, type Word, withoutStart } from "./word.ts";

/** What a command does with the values in its words. */
export interface CommandUse<Value> {
  /** Scripts that it reads from its words. */
  readonly scripts: readonly CommandScript<Value>[];
  /** Values that choose which program is started. */
  readonly programs: readonly Exclude<Value, string>[];
  /** Words that a program may take for one of its options, by the value with which they begin. */
  readonly options: readonly OptionUse<Value>[];
  /** What it reads from its standard input as a script. */
  readonly input: { readonly language: ScriptLanguage; readonly reader: string } | undefined;
  /** Files that it reads as scripts, by their paths. */
  readonly files: readonly CommandScript<Value>[];
}

/** A script in the words of a command. */
export interface CommandScript<Value> extends Script<Value> {
  /** The command that reads it, such as `sh -c`. */
  readonly reader: string;
  /** The words that it is given as its own arguments; undefined: those of whoever runs it. */
  readonly arguments?: readonly Word<Value>[];
  /** What it is given by name. */
  readonly variables?: ReadonlyMap<string, Word<Value>>;
}

/** A value that may be an option. */
export interface OptionUse<Value> {
  readonly value: Exclude<Value, string>;
  readonly program: string;
  /** An option that does harm. */
  readonly harm: string;
  /** True where the author has written the dash. */
  readonly isWritten: boolean;
  /** True where more of the word stands behind the value. */
  readonly isContinued: boolean;
  /** What ends the options; undefined: nothing does. */
  readonly end: string | undefined;
  /** True for the value of another option, which is one only where a shell makes several words of it. */
  readonly isValue?: true;
}

/** Finds the scripts, commands and options in the words of a command; the first names the program. */
export function readCommand<Value>(words: readonly Word<Value>[]): CommandUse<Value> {
  const [first, ...rest] = words;
  if (first === undefined) return nothing;
  const path = literalOf(first);
  if (path === undefined) return { ...nothing, programs: valuesIn(first) };
  const name = path.split("/").at(-1) ?? path;
  if (name === "find") return readFind(rest);
  if (/^(?:bsd|g)?tar$/.test(name)) return readArguments(withDash(rest), findProgram(name) ?? {}, name);
  const spec = findProgram(path);
  return spec === undefined ? nothing : readArguments(rest, spec, name);
}

/** `tar xf file` is `tar -xf file`. */
function withDash<Value>([first = [], ...rest]: readonly Word<Value>[]): readonly Word<Value>[] {
  return [/^[A-Za-z]/.test(beginningOf(first)) ? ["-", ...first] : first, ...rest];
}

const nothing: CommandUse<never> = { scripts: [], programs: [], options: [], input: undefined, files: [] };

function readArguments<Value>(words: readonly Word<Value>[], spec: ProgramSpec, name: string): CommandUse<Value> {
  const given = splitArguments(words, spec);
  const { operands, variables } = given;
  const scripts = [
    ...given.scripts.map(({ option, ...script }) => {
      return { ...script, reader: `${name} ${option}`, arguments: operands, variables };
    }),
    ...operandScripts(given, spec, name),
    ...assignedScripts(operands, spec, name),
  ];
  const isFed =
    operands.length <= (spec.otherOperands ?? 0) ||
    /^(?:-|\/dev\/stdin)$/.test(literalOf(operands[0]) ?? "") ||
    words.some((word) => literalOf(word) === "-s");
  const readsInput = spec.input !== undefined && isFed && scripts.length + given.files.length === 0;
  const input = readsInput ? { language: spec.input, reader: name } : undefined;
  const files = scripts.length > 0 ? [] : scriptFiles(given, isFed ? { ...spec, runsFile: undefined } : spec, name);
  const own = { scripts, programs: files.flatMap(({ text }) => valuesIn(text)), input, files };
  const options = [
    ...optionsIn(given.mayBeOptions, spec, name),
    ...optionsIn(given.optionValues, spec, name).map((option) => ({ ...option, isValue: true as const })),
  ];
  return merged([{ ...own, options }, ...innerCommands(given, spec, name)]);
}

/** `sh file`, `awk -f file`. */
function scriptFiles<Value>(given: Arguments<Value>, spec: ProgramSpec, reader: string): CommandUse<Value>["files"] {
  const { files, operands, variables } = given;
  const language = spec.filesHold ?? spec.input ?? spec.script?.language;
  const [first, ...others] = spec.runsFile ? operands : [];
  if (language === undefined) return [];
  const paths = files.length === 0 && spec.file !== undefined ? [[spec.file]] : files;
  const named = paths.map((text) => ({ language, text, reader, arguments: operands, variables }));
  return first === undefined || files.length > 0
    ? named
    : [{ language, text: first, reader, arguments: others, variables }];
}

/** `alias name=script`. */
function assignedScripts<Value>(
  operands: readonly Word<Value>[],
  { assigned }: ProgramSpec,
  reader: string,
): CommandUse<Value>["scripts"] {
  if (assigned === undefined) return [];
  return operands.flatMap((word) => {
    const name = /^[\w-]+:?=/.exec(beginningOf(word))?.[0];
    return name === undefined ? [] : [{ language: assigned, text: withoutStart(word, name.length), reader }];
  });
}

function operandScripts<Value>(
  { operands, operandScript, variables, ...given }: Arguments<Value>,
  spec: ProgramSpec,
  name: string,
): CommandUse<Value>["scripts"] {
  const [first] = operands;
  if (operandScript !== undefined) {
    const { language, option } = operandScript;
    return first === undefined
      ? []
      : [{ language, text: first, reader: `${name} ${option}`, arguments: operands.slice(2) }];
  }
  const isGiven = given.files.length > 0 || given.scripts.some(({ language }) => language === spec.script?.language);
  if (spec.script === undefined || isGiven) return [];
  const { at, language, joined: whole } = spec.script;
  const found = operands.slice(at, whole ? undefined : at + 1);
  if (found.length === 0) return [];
  const others = whole ? {} : { arguments: operands.slice(at + 1), variables };
  return [{ language, text: joined(found), reader: name, ...others }];
}

/** Words that begin with a value, in a place where the program looks for options. */
function optionsIn<Value>(
  mayBeOptions: readonly Word<Value>[],
  { harm, end = "--" }: ProgramSpec,
  program: string,
): CommandUse<Value>["options"] {
  if (harm === undefined) return [];
  return mayBeOptions.flatMap((word) => {
    const [value] = valuesIn(word);
    const start = beginningOf(word);
    if (value === undefined || (start !== "" && !/^--?$/.test(start))) return [];
    const isContinued = word.at(-1) !== value;
    return [{ value, program, harm, isWritten: start !== "", isContinued, end: end || undefined }];
  });
}

function innerCommands<Value>(
  { operands }: Arguments<Value>,
  spec: ProgramSpec,
  name: string,
): readonly CommandUse<Value>[] {
  if (spec.command !== undefined) {
    const from = operands.slice(spec.command);
    const start = spec.assignments ? from.findIndex((word) => !/^\w+=/.test(beginningOf(word))) : 0;
    const command = start === -1 ? [] : from.slice(start);
    // `flock file -c script`
    return [readCommand(literalOf(command[0]) === "-c" ? [["sh"], ...command] : command)];
  }
  const [first, ...rest] = operands;
  const subcommand = literalOf(first);
  if (subcommand === undefined) return [];
  const { subcommands = {}, otherSubcommand } = spec;
  const inner = Object.hasOwn(subcommands, subcommand) ? subcommands[subcommand] : otherSubcommand;
  return inner === undefined ? [] : [readArguments(rest, inner, `${name} ${subcommand}`)];
}

/** `find … -exec command ;`: an expression, in which `--` ends nothing. */
function readFind<Value>(words: readonly Word<Value>[]): CommandUse<Value> {
  const commands: CommandUse<Value>[] = [];
  const others: Word<Value>[] = [];
  const values: Word<Value>[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? [];
    const before = literalOf(words[index - 1]) ?? "";
    if (/^-(?:exec|ok)(?:dir)?$/.test(literalOf(word) ?? "")) {
      const end = words.findIndex((other, at) => at > index && /^[;+]$/.test(literalOf(other) ?? ""));
      const stop = end === -1 ? words.length : end;
      commands.push(readCommand(words.slice(index + 1, stop)));
      index = stop;
    } else (findTests.test(before) ? values : others).push(word);
  }
  const spec: ProgramSpec = { harm: "-delete", end: "" };
  const options = [
    ...optionsIn(others, spec, "find"),
    ...optionsIn(values, spec, "find").map((option) => ({ ...option, isValue: true as const })),
  ];
  return merged([{ ...nothing, options }, ...commands]);
}

/** Tests of `find` that take a value. */
const findTests =
  /^-(?:i?(?:name|path|wholename|regex|lname)|type|maxdepth|mindepth|size|newer|[acm](?:time|min)|user|group|perm)$/;

function merged<Value>(uses: readonly CommandUse<Value>[]): CommandUse<Value> {
  return {
    scripts: uses.flatMap(({ scripts }) => scripts),
    programs: uses.flatMap(({ programs }) => programs),
    options: uses.flatMap(({ options }) => options),
    input: uses.find(({ input }) => input !== undefined)?.input,
    files: uses.flatMap(({ files }) => files),
  };
}
