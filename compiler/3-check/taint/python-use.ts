import type { Languages } from "../../languages/languages.ts";
import type { PythonCall, PythonScript, PythonValue } from "../../languages/python/python-script.ts";
import type { ScriptLanguage } from "../../nouns/sink.ts";
import { readCommand } from "./commands/read-command.ts";
import { joined, valuesIn, type Word } from "./commands/word.ts";
import { type Given, type ScriptText, type ScriptUse, useOfCommand } from "./script-text.ts";
import { onlyValues, type Spliced, since } from "./spliced.ts";

/** What the calls of a Python script do with values: those of its templates, and those that it finds beside its text. */
export function pythonUse({ text, given }: ScriptText, { python }: Languages): ScriptUse {
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  const all = [text, ...given.inputs.values(), ...given.variables.values(), ...given.arguments];
  if (python === undefined || all.every((word) => valuesIn(word).length === 0)) return { scripts: [], options: [] };
  const script = python(parts);
  const reader = new Calls(script, valuesIn(text), given);
  const uses = script.calls.map((call) => reader.use(call));
  return { scripts: uses.flatMap(({ scripts }) => scripts), options: uses.flatMap(({ options }) => options) };
}

/** Functions that run their first argument as a script. */
const readers: Readonly<Record<string, ScriptLanguage>> = {
  ...named("python", "eval", "exec", "compile", "builtins.eval", "builtins.exec", "builtins.compile"),
  ...named(
    "python",
    "pickle.load",
    "pickle.loads",
    "marshal.loads",
    "dill.loads",
    "jsonpickle.decode",
    "yaml.unsafe_load",
  ),
  ...named(
    "shell",
    "os.system",
    "os.popen",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
    "asyncio.create_subprocess_shell",
  ),
};

/** What methods called `execute` read. */
const statements: ScriptLanguage = "sql";

/** Functions that start a program: a list of words, or a script of the shell where an argument asks for it. */
const starters: ReadonlySet<string> = new Set(
  ["run", "call", "check_call", "check_output", "Popen"].map((name) => `subprocess.${name}`),
);

/** Functions whose results hold nothing that means something in a program. */
const harmless: ReadonlySet<string> = new Set([
  "int",
  "float",
  "len",
  "bool",
  "ord",
  "hash",
  "id",
  "uuid.UUID",
  "isinstance",
]);

class Calls {
  readonly #script: PythonScript;
  readonly #holes: readonly Spliced[];
  readonly #given: Given;
  /** Names that are being looked up, so that none leads back to itself. */
  readonly #open = new Set<string>();

  constructor(script: PythonScript, holes: readonly Spliced[], given: Given) {
    this.#script = script;
    this.#holes = holes;
    this.#given = given;
  }

  use({ name, arguments: [first], keywords }: PythonCall): ScriptUse {
    const isStatement = /\.execute(?:many|script)?$/.test(name);
    const language = isStatement ? statements : Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (first === undefined) return { scripts: [], options: [] };
    const inShell = starters.has(name) && keywords.some((keyword) => keyword.name === "shell");
    if (language !== undefined || inShell)
      return this.#scriptUse(first, language ?? "shell", isStatement ? "execute" : name);
    if (!starters.has(name)) return { scripts: [], options: [] };
    const words = first.kind === "list" ? first.items.map((item) => this.#text(item)) : [this.#text(first)];
    return useOfCommand(readCommand(words), this.#given);
  }

  #scriptUse(value: PythonValue, sink: ScriptLanguage, reader: string): ScriptUse {
    const text = this.#text(value.kind === "list" ? (value.items[0] ?? value) : value);
    if (valuesIn(text).length === 0) return { scripts: [], options: [] };
    return { scripts: [{ sink, reader, text, isProgram: false, given: this.#given }], options: [] };
  }

  #text(value: PythonValue): Word<Spliced> {
    switch (value.kind) {
      case "text":
        return [value.text];
      case "hole": {
        const hole = this.#holes[value.hole];
        return hole === undefined ? [] : [hole];
      }
      case "name":
        return this.#name(value.name);
      case "input":
      case "environment":
      case "argument":
        return since(this.#found(value), "variable");
      case "joined":
        return value.parts.flatMap((part) => this.#text(part));
      case "list":
        return joined(value.items.map((item) => this.#text(item)));
      case "call":
        return this.#result(value.call);
      default:
        return value.parts.flatMap((part) => onlyValues(this.#text(part)));
    }
  }

  #found(value: Extract<PythonValue, { kind: "input" | "environment" | "argument" }>): Word<Spliced> {
    const { inputs, variables, arguments: own } = this.#given;
    if (value.kind === "argument") return value.index === undefined ? own.flat() : (own[value.index - 1] ?? []);
    const map = value.kind === "input" ? inputs : variables;
    return value.name === undefined ? [...map.values()].flat() : (map.get(value.name) ?? []);
  }

  #name(name: string): Word<Spliced> {
    if (this.#open.has(name)) return [];
    this.#open.add(name);
    const written = this.#script.assignments.flatMap((assignment) =>
      assignment.name === name ? [this.#text(assignment.value)] : [],
    );
    this.#open.delete(name);
    return written.length === 1 ? (written[0] ?? []) : written.flatMap(onlyValues);
  }

  #result({ name, object, arguments: own, keywords }: PythonCall): Word<Spliced> {
    if (harmless.has(name)) return [];
    const values = [...(object === undefined ? [] : [object]), ...own, ...keywords.map(({ value }) => value)];
    const text = values.flatMap((value) => onlyValues(this.#text(value)));
    return name === "shlex.quote" || name === "pipes.quote" ? since(text, "quoted variable") : text;
  }
}

function named(language: ScriptLanguage, ...names: readonly string[]): Readonly<Record<string, ScriptLanguage>> {
  return Object.fromEntries(names.map((name) => [name, language]));
}
