import type { Languages } from "../../languages/languages.ts";
import type { PythonCall, PythonValue } from "../../languages/python/python-script.ts";
import type { ScriptLanguage } from "../../nouns/sink.ts";
import { pythonFileReaders, pythonMethods, pythonReaders, pythonStarters } from "./commands/python-functions.ts";
import { readCommand } from "./commands/read-command.ts";
import { valuesIn, type Word } from "./commands/word.ts";
import { PythonValues } from "./python-values.ts";
import { allUses, type Given, noUse, type ScriptText, type ScriptUse, useOfCommand } from "./script-text.ts";
import { onlyValues, type Spliced } from "./spliced.ts";

/** What the calls of a Python script do with values: those of its templates, and those that it finds beside its text. */
export function pythonUse({ text, given }: ScriptText, { python }: Languages): ScriptUse {
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  const all = [text, given.input, ...given.inputs.values(), ...given.variables.values(), ...given.arguments];
  if (python === undefined || all.every((word) => valuesIn(word).length === 0)) return noUse;
  const script = python(parts);
  const values = new PythonValues(script, valuesIn(text), given);
  return allUses(script.calls.map((call) => callUse(call, { values, given })));
}

interface Reading {
  readonly values: PythonValues;
  readonly given: Given;
}

function callUse(call: PythonCall, reading: Reading): ScriptUse {
  const { name, arguments: given, keywords } = call;
  const [first = keywords.find((keyword) => /^(?:args|cmd|command|code|source)$/.test(keyword.name))?.value] = given;
  const starter = Object.hasOwn(pythonStarters, name) ? pythonStarters[name] : undefined;
  const language = languageOf(call, starter !== undefined);
  if (first === undefined) return noUse;
  if (language === undefined && starter === undefined) return handedOn(call, reading);
  const around = { ...reading, given: givenTo(call, reading) };
  if (language !== undefined) return scriptUse(first, language, name, around);
  return starter === undefined ? noUse : startUse(call, first, starter, around);
}

/** What a program finds that the call starts: the environment with what the script has put there. */
function givenTo({ keywords }: PythonCall, { values, given }: Reading): Given {
  const own = keywords.filter(({ name }) => name === "env").flatMap(({ value }) => onlyValues(values.text(value)));
  const all = [...own, ...values.environment];
  return all.length === 0 ? given : { ...given, variables: new Map([...given.variables, ["*", all]]) };
}

/** In which language a call reads its first argument. */
function languageOf({ name, keywords, arguments: given }: PythonCall, starts: boolean): ScriptLanguage | undefined {
  const method = name.slice(name.lastIndexOf(".") + 1);
  // Of the loaders of YAML some make no objects.
  const loader = keywords.find((keyword) => keyword.name === "Loader")?.value ?? given[1];
  if (name === "yaml.load" && loader?.kind === "member" && /Safe|Base/.test(loader.name)) return undefined;
  if (starts) return keywords.some((keyword) => keyword.name === "shell") ? "shell" : undefined;
  if (Object.hasOwn(pythonReaders, name)) return pythonReaders[name];
  return name.includes(".") && Object.hasOwn(pythonMethods, method) ? pythonMethods[method] : undefined;
}

function scriptUse(
  value: PythonValue,
  sink: ScriptLanguage,
  name: string,
  { values, given: around }: Reading,
): ScriptUse {
  const given = values.text(value.kind === "list" ? (value.items[0] ?? value) : value);
  const text = pythonFileReaders.has(name) ? [...given, ...values.contentOf(given)] : given;
  const reader = name.startsWith("?") || sink === "sql" ? name.slice(name.lastIndexOf(".") + 1) : name;
  // A script of a shell may find values in its environment.
  return valuesIn(text).length === 0 && sink !== "shell"
    ? noUse
    : { scripts: [{ sink, reader, text, isProgram: false, given: around }], options: [] };
}

/** `map(os.system, values)`: a function that is handed on is called with whatever stands beside it. */
function handedOn(call: PythonCall, reading: Reading): ScriptUse {
  const all = [...call.arguments, ...call.keywords.map(({ value }) => value)];
  const called = call.callee === undefined ? [] : reading.values.membersIn(call.callee);
  const chosen = called.flatMap((name) => {
    const language = Object.hasOwn(pythonReaders, name) ? pythonReaders[name] : undefined;
    const [first] = call.arguments;
    return language === undefined || first === undefined ? [] : [scriptUse(first, language, name, reading)];
  });
  const handed = all.flatMap((value) =>
    (value.kind === "member" || value.kind === "name") && Object.hasOwn(pythonReaders, value.name)
      ? [{ value, language: pythonReaders[value.name] }]
      : [],
  );
  return allUses([
    ...chosen,
    ...handed.flatMap(({ value, language }) => {
      const others: PythonValue = { kind: "other", parts: all.filter((other) => other !== value) };
      return language === undefined ? [] : [scriptUse(others, language, value.name, reading)];
    }),
  ]);
}

function startUse(
  { arguments: given, keywords }: PythonCall,
  first: PythonValue,
  { at, words: kind, named }: (typeof pythonStarters)[string],
  { values, given: around }: Reading,
): ScriptUse {
  const program = named ? given.slice(at, at + 1) : [];
  const list = named ? given[at + 1] : (given[at] ?? first);
  const items = kind === "rest" ? given.slice(at).map((value) => values.text(value)) : values.words(list);
  const start = kind === "rest" ? 2 : 1;
  const all: readonly Word<Spliced>[] = named
    ? [...program.map((value) => values.text(value)), ...items.slice(start)]
    : items;
  const fed = keywords.filter(({ name }) => name === "input").map(({ value }) => values.text(value));
  const input = fed.length > 0 ? fed.flat() : around.input;
  return useOfCommand(readCommand(all), around, { input, contentOf: (path) => values.contentOf(path) });
}
