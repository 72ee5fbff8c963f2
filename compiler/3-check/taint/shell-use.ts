import type { Languages } from "../../languages/languages.ts";
import type { ShellCommand, ShellScript, WordPart } from "../../languages/shell/shell-script.ts";
import { readCommand } from "./commands/read-command.ts";
import { joined, literalOf, valuesIn, type Word } from "./commands/word.ts";
import { type Given, type ScriptText, type ScriptUse, useOfCommand } from "./script-text.ts";
import { onlyValues, type Spliced, since } from "./spliced.ts";

/** What the commands of a shell script do with values: those of its templates, and those of variables and arguments. */
export function shellUse({ text, given, reader: program }: ScriptText, { shell }: Languages): ScriptUse {
  const parts = text.map((part) => (typeof part === "string" ? part : undefined));
  if (shell === undefined || !mayUse(text, given)) return { scripts: [], options: [] };
  const script = shell(parts);
  const reader = new CommandWords(script, valuesIn(text), given);
  const uses = script.commands.map((command, index) => reader.use(command, index));
  const counted = /^bash\b/.test(program ?? "") ? arithmeticScripts(text, given) : [];
  return {
    scripts: [...uses.flatMap(({ scripts }) => scripts), ...counted],
    options: uses.flatMap(({ options }) => options),
  };
}

/** The variables in arithmetic of bash, which reads their texts as expressions and runs what stands in `a[$(…)]`. */
function arithmeticScripts(text: Word<Spliced>, given: Given): readonly ScriptText[] {
  const written = text.filter((part) => typeof part === "string").join("");
  const names = [...written.matchAll(/\(\(([^()]*)\)\)/g)].flatMap(
    ([, inner = ""]) => inner.match(/[A-Za-z_]\w*/g) ?? [],
  );
  return [...new Set(names)].flatMap((name) => {
    const value = given.variables.get(name) ?? [];
    if (valuesIn(value).length === 0) return [];
    return [{ sink: "shell", reader: "bash", text: since(value, "variable"), isProgram: false, given }];
  });
}

/** Scripts without values are the most: nothing in them is looked at. */
function mayUse(text: Word<Spliced>, { variables, arguments: own }: Given): boolean {
  return [text, ...variables.values(), ...own].some((word) => valuesIn(word).length > 0);
}

class CommandWords {
  readonly #script: ShellScript;
  readonly #holes: readonly Spliced[];
  readonly #given: Given;
  /** Names and commands that are being looked up, so that none leads back to itself. */
  readonly #open = new Set<string | number>();

  constructor(script: ShellScript, holes: readonly Spliced[], given: Given) {
    this.#script = script;
    this.#holes = holes;
    this.#given = given;
  }

  use(command: ShellCommand, index: number): ScriptUse {
    const words = this.#expanded(command, index);
    const use = readCommand(words);
    const fed = use.input === undefined ? [] : [{ ...use.input, text: this.#input(index) }];
    return useOfCommand({ ...use, scripts: [...use.scripts, ...fed] }, this.#scope(command));
  }

  /** The words of a command; of `xargs -I {}`, with what it reads in place of `{}`. */
  #expanded({ words }: ShellCommand, index: number): readonly Word<Spliced>[] {
    const own = words.map(({ parts }) => this.#word(parts));
    const at = own.findIndex((word) => /^-I/.test(literalOf(word) ?? ""));
    if (literalOf(own[0]) !== "xargs" || at === -1) return own;
    const mark = literalOf(own[at])?.slice(2) || literalOf(own[at + 1]) || "{}";
    const read = onlyValues(this.#input(index));
    return own.map((word, place) => (place <= at + 1 ? word : word.flatMap((part) => replaced(part, mark, read))));
  }

  /** What scripts find that this one runs: all that has a name here. */
  #scope({ assignments }: ShellCommand): Given {
    const names = new Set(this.#script.commands.flatMap((command) => command.assignments.map(({ name }) => name)));
    const own = [...names].map((name) => [name, this.#variable(name)] as const);
    const before = assignments.map(
      ({ name, values }) => [name, values.flatMap(({ parts }) => this.#word(parts))] as const,
    );
    return { ...this.#given, variables: new Map([...this.#given.variables, ...own, ...before]) };
  }

  #word(parts: readonly WordPart[]): Word<Spliced> {
    return parts.flatMap((part) => this.#part(part));
  }

  #part(part: WordPart): Word<Spliced> {
    switch (part.kind) {
      case "text":
        return [part.text];
      case "hole": {
        const value = this.#holes[part.hole];
        return value === undefined ? [] : since([value], value.since === undefined ? "unquoted" : value.since);
      }
      case "variable":
        return [...this.#variable(part.name), ...onlyValues(this.#word(part.alternative))];
      case "substitution":
        return part.commands.flatMap((command) => onlyValues(this.#output(command)));
      default:
        return [];
    }
  }

  #variable(name: string): Word<Spliced> {
    return this.#once(name, () => {
      const written = this.#script.commands.flatMap((command, index) => [
        ...command.assignments
          .filter((assignment) => assignment.name === name)
          .map(({ values }) => values.flatMap(({ parts }) => this.#word(parts))),
        ...(isReading(command, name) ? [this.#input(index)] : []),
      ]);
      const [only, second] = written;
      if (only === undefined) return since(this.#found(name), "variable");
      return second === undefined ? only : written.flatMap(onlyValues);
    });
  }

  #found(name: string): Word<Spliced> {
    const { variables, arguments: own } = this.#given;
    if (name === "@" || name === "*") return joined(own);
    return /^\d+$/.test(name) ? (own[Number(name) - 1] ?? []) : (variables.get(name) ?? []);
  }

  /** What a command reads, as far as the script itself writes it. */
  #input(index: number): Word<Spliced> {
    const own = this.#script.commands[index]?.inputs.flatMap(({ parts }) => this.#word(parts)) ?? [];
    const writers = this.#script.commands.flatMap(({ feeds }, from) => (feeds.includes(index) ? [from] : []));
    return [...own, ...writers.flatMap((writer) => this.#output(writer))];
  }

  /** What a command writes, as far as that is known: what `echo` and `printf` are given, and what filters let through. */
  #output(index: number): Word<Spliced> {
    return this.#once(index, () => {
      const words = this.#script.commands[index]?.words.map(({ parts }) => this.#word(parts)) ?? [];
      const name = literalOf(words[0]) ?? "";
      if (name === "echo") return joined(words.slice(1).filter((word) => !/^-[neE]+$/.test(literalOf(word) ?? "")));
      if (name === "printf") return joined(words.slice(literalOf(words[1])?.includes("%") ? 2 : 1));
      return filters.has(name) ? this.#input(index) : [];
    });
  }

  #once(key: string | number, look: () => Word<Spliced>): Word<Spliced> {
    if (this.#open.has(key)) return [];
    this.#open.add(key);
    const found = look();
    this.#open.delete(key);
    return found;
  }
}

/** Commands that write what they read, or some of it. */
const filters: ReadonlySet<string> = new Set([
  "cat",
  "tee",
  "sort",
  "uniq",
  "head",
  "tail",
  "grep",
  "sed",
  "tr",
  "cut",
  "awk",
  "rev",
  "tac",
]);

function isReading({ words }: ShellCommand, name: string): boolean {
  const [first, ...others] = words.map(({ parts: [part, second] }) =>
    part?.kind === "text" && second === undefined ? part.text : "",
  );
  return first === "read" && others.includes(name);
}

function replaced(part: string | Spliced, mark: string, values: Word<Spliced>): Word<Spliced> {
  if (typeof part !== "string") return [part];
  return part.split(mark).flatMap((piece, index) => (index === 0 ? [piece] : [...values, piece]));
}
