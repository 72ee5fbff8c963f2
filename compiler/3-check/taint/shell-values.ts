import type { ShellCommand, ShellScript, WordPart } from "../../languages/shell/shell-script.ts";
import { decodes, echoes, readsFiles } from "./commands/filters.ts";
import { joined, literalOf, type Word } from "./commands/word.ts";
import type { Given } from "./script-text.ts";
import { type CommandFiles, commandFiles, literalText, namesGiven } from "./shell-effects.ts";
import { contentOf, onlyValues, type Spliced, since, unquoted } from "./spliced.ts";

/**
 * What the words, variables, pipes and files of a shell script hold, as far as its text shows it. Whatever is assigned to
 * a name may be in it wherever it is read; `within` is the function in which it is.
 */
export class ShellValues {
  readonly #script: ShellScript;
  readonly #holes: readonly Spliced[];
  readonly #given: Given;
  readonly #functions: ReadonlySet<string>;
  /** The commands that may give a variable its value, by its name. */
  readonly #assigning = new Map<string, number[]>();
  /** The files of each command. */
  readonly #files: readonly CommandFiles[];
  /** Those that may write to a file. */
  readonly #writing: readonly number[];
  /** What is being looked up, so that nothing leads back to itself. */
  readonly #open = new Set<string>();
  readonly #known = new Map<string, Word<Spliced>>();
  #wasCut = false;

  constructor(script: ShellScript, holes: readonly Spliced[], given: Given) {
    this.#script = script;
    this.#holes = holes;
    this.#given = given;
    this.#functions = new Set(script.commands.flatMap(({ within }) => within ?? []));
    this.#files = commandFiles(script.commands);
    this.#writing = this.#files.flatMap(({ written }, index) => (written.length > 0 ? [index] : []));
    for (const [index, command] of script.commands.entries()) {
      for (const name of namesGiven(command)) {
        const known = this.#assigning.get(name);
        if (known === undefined) this.#assigning.set(name, [index]);
        else known.push(index);
      }
    }
  }

  word(parts: readonly WordPart[], within: string | undefined): Word<Spliced> {
    return parts.flatMap((part) => this.#part(part, within));
  }

  variable(name: string, within: string | undefined): Word<Spliced> {
    if (/^[\d@*]+$/.test(name)) return this.#once(`${name} of ${within}`, () => this.#positional(name, within));
    if (name === "OPTARG") return onlyValues(this.variable("@", within));
    return this.#once(`variable ${name}`, () => {
      const written = (this.#assigning.get(name) ?? []).flatMap((index) => this.#assigned(name, index));
      const [only, second] = written;
      if (name === "BASH_REMATCH") return this.#matched();
      const { variables } = this.#given;
      if (only === undefined) return since(variables.get(name) ?? variables.get("*") ?? unknown(name), "variable");
      if (second !== undefined) return written.flatMap(onlyValues);
      return only.length > 0 ? only : unknown(name);
    });
  }

  /** What a command reads, as far as it is known. */
  input(index: number): Word<Spliced> {
    return this.#once(`input ${index}`, () => {
      const command = this.#script.commands[index];
      if (command === undefined) return [];
      const { within, inputs } = command;
      const files = this.#files[index]?.read ?? [];
      const writers = this.#script.commands.flatMap(({ feeds }, from) => (feeds.includes(index) ? [from] : []));
      if (inputs.length + files.length + writers.length === 0) return this.#inputAround(command);
      return [
        ...inputs.flatMap(({ parts }) => this.word(parts, within)),
        ...files.flatMap(({ parts }) => this.contentOf(this.word(parts, within))),
        ...writers.flatMap((writer) => this.#output(writer)),
      ];
    });
  }

  /** What stands in the file with this path: what the script writes there, or what somebody else has written. */
  contentOf(path: Word<Spliced>): Word<Spliced> {
    const wanted = literalOf(path);
    if (wanted === undefined) return contentOf(path);
    return this.#once(`file ${plain(wanted)}`, () =>
      this.#writing.flatMap((index) => {
        const isWritten = this.#written(index).some((path) => path !== undefined && plain(path) === plain(wanted));
        return isWritten ? this.#output(index) : [];
      }),
    );
  }

  #part(part: WordPart, within: string | undefined): Word<Spliced> {
    switch (part.kind) {
      case "text":
        return [part.text];
      case "hole": {
        const value = this.#holes[part.hole];
        return value === undefined ? [] : unquoted(value);
      }
      case "variable": {
        const named = part.indirect ? literalOf(this.variable(part.name, within)) : part.name;
        const found = named === undefined ? [] : this.variable(named, within);
        const all = [...found, ...onlyValues(this.word(part.alternative, within))];
        return part.quoted
          ? all
          : all.map((piece) => (typeof piece === "string" ? piece : { ...piece, isSplit: true }));
      }
      case "substitution": {
        const values = onlyValues(part.commands.flatMap((command) => this.#output(command)));
        return part.file
          ? values.map((value) => (typeof value === "string" ? value : { ...value, isInFile: true }))
          : values;
      }
      default:
        return [];
    }
  }

  /** What one command gives a variable: by an assignment, or by what it reads or prints. */
  #assigned(name: string, index: number): readonly Word<Spliced>[] {
    const command = this.#script.commands[index];
    if (command === undefined) return [];
    const { words, assignments, within } = command;
    const first = literalText(words[0]) ?? "";
    const isReference =
      /^(?:declare|local|typeset)$/.test(first) && words.some((word) => /^-\w*n/.test(literalText(word) ?? ""));
    const own = assignments
      .filter((assignment) => assignment.name === name)
      .map(({ values }) => values.flatMap(({ parts }) => this.word(parts, within)))
      .map((value) => (isReference ? this.variable(literalOf(value) ?? "", within) : value));
    if (first === "printf") return [...own, this.#output(index)];
    return /^(?:read|mapfile|readarray)$/.test(first) ? [...own, this.input(index)] : own;
  }

  /** What `[[ … =~ … ]]` has found. */
  #matched(): Word<Spliced> {
    const tests = this.#script.commands.filter(({ words: [first] }) => literalText(first) === "[[");
    return onlyValues(tests.flatMap(({ words, within }) => words.flatMap(({ parts }) => this.word(parts, within))));
  }

  /** `$1`, `$@`: of the script, or of the calls of a function; what `set` and `shift` do to them changes all. */
  #positional(name: string, within: string | undefined): Word<Spliced> {
    const lists = this.#argumentLists(within);
    const isMoved = this.#script.commands.some((command) => command.within === within && this.#moves(command));
    if (name === "@" || name === "*" || isMoved) {
      const [only, second] = lists;
      return second === undefined && !isMoved ? joined(only ?? []) : onlyValues(lists.flat(2));
    }
    const found = lists.map((list) => list[Number(name) - 1] ?? []);
    return found.length === 1 ? (found[0] ?? []) : found.flatMap(onlyValues);
  }

  #moves({ words }: ShellCommand): boolean {
    return /^(?:shift|set)$/.test(literalText(words[0]) ?? "");
  }

  #argumentLists(within: string | undefined): readonly (readonly Word<Spliced>[])[] {
    const wordsOf = ({ words, within: around }: ShellCommand) =>
      words.slice(1).map(({ parts }) => this.word(parts, around));
    const calls = this.#callsOf(within).map((index) => this.#script.commands[index]);
    const given =
      within === undefined
        ? [this.#given.arguments.map((word) => since(word, "variable"))]
        : calls.map((call) => (call ? wordsOf(call) : []));
    const set = this.#script.commands.filter(
      (command) => command.within === within && literalText(command.words[0]) === "set",
    );
    return [...given, ...set.map(wordsOf)];
  }

  #callsOf(name: string | undefined): readonly number[] {
    if (name === undefined) return [];
    return this.#script.commands.flatMap(({ words }, index) => (literalText(words[0]) === name ? [index] : []));
  }

  /** Of what reads neither a file nor a pipe: what the script is given, or its function. */
  #inputAround({ within }: ShellCommand): Word<Spliced> {
    if (within === undefined) return since(this.#given.input, "variable");
    return onlyValues(this.#callsOf(within).flatMap((index) => this.input(index)));
  }

  /** The paths of the files that a command writes to. */
  #written(index: number): readonly (string | undefined)[] {
    const command = this.#script.commands[index];
    return (this.#files[index]?.written ?? []).map(({ parts }) => literalOf(this.word(parts, command?.within)));
  }

  /** What a command writes, as far as that is known: what `echo` and `printf` are given, and what filters let through. */
  #output(index: number): Word<Spliced> {
    return this.#once(`output ${index}`, () => {
      const command = this.#script.commands[index];
      const words = command?.words.map(({ parts }) => this.word(parts, command.within)) ?? [];
      const [first, ...others] = words;
      const name = literalOf(first) ?? "";
      // `$(< file)`
      if (first === undefined) return this.input(index);
      if (name === "echo") return joined(others.filter((word) => !/^-[neE]+$/.test(literalOf(word) ?? "")));
      if (name === "printf") return printed(literalOf(others[0]) === "-v" ? others.slice(2) : others);
      return this.#functions.has(name) ? this.#outputOf(name) : this.#filtered(words, index);
    });
  }

  #outputOf(name: string): Word<Spliced> {
    const { commands } = this.#script;
    return onlyValues(commands.flatMap(({ within }, index) => (within === name ? this.#output(index) : [])));
  }

  #filtered(words: readonly Word<Spliced>[], index: number): Word<Spliced> {
    const [first, ...others] = words;
    const name = literalOf(first) ?? "";
    const files = () => others.flatMap((word) => this.contentOf(word));
    const read = readsFiles.has(name) ? [...this.input(index), ...files()] : [];
    // It puts all variables into what it reads.
    const environment = name === "envsubst" ? onlyValues([...this.#given.variables.values()].flat()) : [];
    const all = [...(echoes.has(name) ? others.flatMap(onlyValues) : []), ...since(environment, "variable"), ...read];
    return decodes(words) ? since(all, "decoded") : all;
  }

  #once(key: string, look: () => Word<Spliced>): Word<Spliced> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) {
      this.#wasCut = true;
      return [];
    }
    const isOutermost = this.#open.size === 0;
    this.#open.add(key);
    const found = look();
    this.#open.delete(key);
    if (isOutermost || !this.#wasCut) this.#known.set(key, found);
    if (isOutermost) this.#wasCut = false;
    return found;
  }
}

/** What `printf` writes: its texts, without a format that only says where they stand. */
function printed(words: readonly Word<Spliced>[]): Word<Spliced> {
  return joined(words.slice(literalOf(words[0])?.includes("%") ? 1 : 0));
}

/** Stands for what nobody knows: the same wherever the same name is read. */
function unknown(name: string): Word<Spliced> {
  return [`\u0001${name}`];
}

function plain(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}
