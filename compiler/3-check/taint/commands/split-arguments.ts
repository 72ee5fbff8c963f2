import type { ScriptLanguage } from "../../../nouns/sink.ts";
import type { ProgramSpec, Script, ScriptIn } from "./program-spec.ts";
import { beginningOf, literalOf, type Word, withoutStart } from "./word.ts";

/** The words behind a program's name, by what they are. */
export interface Arguments<Value> {
  readonly operands: readonly Word<Value>[];
  /** The scripts that options bring. */
  readonly scripts: readonly (Script<Value> & { readonly option: string })[];
  /** Set where an option such as `-c` makes the first operand a script. */
  readonly operandScript: { readonly language: ScriptLanguage; readonly option: string } | undefined;
  /** Files with the script that options name. */
  readonly files: readonly Word<Value>[];
  /** Variables of the script, by what options and operands say. */
  readonly variables: ReadonlyMap<string, Word<Value>>;
  /** Words that are read as options where they begin with a dash. */
  readonly mayBeOptions: readonly Word<Value>[];
  /** Values of options: only where a shell makes several words of one, the others may be options. */
  readonly optionValues: readonly Word<Value>[];
}

/** Separates options, their values and operands, as `getopt` does. */
export function splitArguments<Value>(words: readonly Word<Value>[], spec: ProgramSpec): Arguments<Value> {
  return new Splitter(words, spec).split();
}

/** An option that takes a value, and the value where it stands in the same word. */
interface Taking<Value> {
  readonly option: string;
  readonly attached: Word<Value> | undefined;
}

class Splitter<Value> {
  readonly #words: readonly Word<Value>[];
  readonly #spec: ProgramSpec;
  readonly #operands: Word<Value>[] = [];
  readonly #scripts: (Script<Value> & { readonly option: string })[] = [];
  readonly #mayBeOptions: Word<Value>[] = [];
  readonly #optionValues: Word<Value>[] = [];
  #operandScript: Arguments<Value>["operandScript"];
  readonly #files: Word<Value>[] = [];
  readonly #variables = new Map<string, Word<Value>>();
  #isOpen = true;

  constructor(words: readonly Word<Value>[], spec: ProgramSpec) {
    this.#words = words;
    this.#spec = spec;
  }

  split(): Arguments<Value> {
    for (let index = 0; index < this.#words.length; index += 1) {
      const word = this.#words[index] ?? [];
      if (!this.#isOpen) this.#operands.push(word);
      else if (this.#ends(literalOf(word))) this.#isOpen = false;
      else index += this.#open(word, this.#words[index + 1]);
    }
    return {
      operands: this.#operands,
      scripts: this.#scripts,
      operandScript: this.#operandScript,
      files: this.#files,
      variables: this.#variables,
      mayBeOptions: this.#mayBeOptions,
      optionValues: this.#optionValues,
    };
  }

  #ends(text: string | undefined): boolean {
    const { end = "--" } = this.#spec;
    return end !== "" && (text === "--" || text === end);
  }

  /** Takes a word in front of which no options have ended; gives how many of the next ones belong to it. */
  #open(word: Word<Value>, next: Word<Value> = []): 0 | 1 | 2 {
    const start = beginningOf(word);
    this.#mayBeOptions.push(word);
    if (!/^[-+]./.test(start)) {
      this.#operands.push(word);
      if (this.#spec.stopsAtOperand) this.#isOpen = false;
      return 0;
    }
    if (isIn(this.#spec.pairs ?? "", start)) return 2;
    const taking = this.#option(word, start);
    if (taking === undefined) return 0;
    this.#take(taking.option, taking.attached ?? next);
    if (taking.attached !== undefined) return 0;
    this.#optionValues.push(next);
    return 1;
  }

  /** Reads one word of options; gives the one that takes a value, where there is one. */
  #option(word: Word<Value>, start: string): Taking<Value> | undefined {
    const [name = ""] = start.split("=");
    if (start.startsWith("--") || this.#spec.singleDash) {
      if (!this.#takes(name)) return undefined;
      const isAttached = start.length > name.length;
      return { option: name, attached: isAttached ? withoutStart(word, name.length + 1) : undefined };
    }
    return this.#cluster(word, start);
  }

  /** `-xvf value`, `-fvalue`. */
  #cluster(word: Word<Value>, start: string): Taking<Value> | undefined {
    const sign = start.charAt(0);
    if (this.#takes(start) && start.length > 2) return { option: start, attached: undefined };
    for (const [index, letter] of [...start.slice(1)].entries()) {
      const option = sign + letter;
      if (option === this.#spec.operandFlag) this.#operandScript = { language: "shell", option: start };
      if (!this.#takes(option)) continue;
      const rest = withoutStart(word, index + 2);
      return { option, attached: rest.length === 0 ? undefined : rest };
    }
    return undefined;
  }

  #takes(option: string): boolean {
    const { values = "", files = "", variables = "", scripts = {} } = this.#spec;
    return [values, files, variables].some((some) => isIn(some, option)) || Object.hasOwn(scripts, option);
  }

  #take(option: string, value: Word<Value>): void {
    if (isIn(this.#spec.files ?? "", option)) this.#files.push(value);
    const [name, ...rest] = beginningOf(value).split("=");
    if (isIn(this.#spec.variables ?? "", option) && name !== undefined && rest.length > 0) {
      this.#variables.set(name, withoutStart(value, name.length + 1));
    }
    const scriptIn = this.#spec.scripts?.[option];
    const script = scriptIn && scriptOf(scriptIn, value);
    if (script !== undefined) this.#scripts.push({ ...script, option });
    if (script !== undefined && this.#spec.scriptEnds) this.#isOpen = false;
  }
}

function scriptOf<Value>(scriptIn: ScriptIn, text: Word<Value>): Script<Value> | undefined {
  return typeof scriptIn === "string" ? { language: scriptIn, text } : scriptIn(text);
}

function isIn(options: string, option: string): boolean {
  return options.split(" ").includes(option);
}
