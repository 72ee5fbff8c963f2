import type { ScriptMistake } from "../script-mistake.ts";
import type { Range } from "../script-text.ts";

/**
 * Where in a shell script a value stands. `word`: part of an unquoted word. `command`: in what names the program.
 * `assignment`: the unquoted value of a variable. `double`, `single`, `ansi`: inside `"…"`, `'…'`, `$'…'`. `pattern`: of a
 * `case`, of `[[ … == … ]]` or of `${x#…}`. `name`: in the name of a variable or a function. `delimiter`: in what ends a
 * here-document. `document`: in a here-document, which the shell expands; `quoted document`: in one that it does not.
 */
export type ShellPlace =
  | "word"
  | "command"
  | "assignment"
  | "pattern"
  | "arithmetic"
  | "name"
  | "double"
  | "single"
  | "ansi"
  | "document"
  | "quoted document"
  | "delimiter"
  | "comment";

/** Where one template of a shell script puts its value. */
export interface ShellHole {
  readonly place: ShellPlace;
  /** True inside backticks, at whatever depth: what is quoted there is read twice. */
  readonly backticks: boolean;
  /** True where it is, or is a part of, what names the program, quoted or not. */
  readonly namesProgram: boolean;
}

/** A piece of a word. */
export type WordPart =
  /** What is written there, without its quotes and escapes. */
  | { readonly kind: "text"; readonly text: string }
  /** The value of a template: its index in the script's holes. */
  | { readonly kind: "hole"; readonly hole: number }
  /** `$X`, `${X}`, or `${X:-alternative}`. */
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly quoted: boolean;
      readonly alternative: readonly WordPart[];
      /** True of `${!X}`: what is read is the variable whose name is in it. */
      readonly indirect?: true;
    }
  /** `$(…)`, backticks, `<(…)`: indexes of its commands; `file`: the word is the path of what they write. */
  | { readonly kind: "substitution"; readonly commands: readonly number[]; readonly file?: true }
  /** What only a run knows, such as arithmetic. */
  | { readonly kind: "unknown" };

/** One word of a command; its parts stand side by side. */
export interface ShellWord {
  readonly parts: readonly WordPart[];
  /** Offsets in the script's text. */
  readonly start: number;
  readonly end: number;
}

/**
 * `NAME=value` before or without a command; `NAME=(…)` has the words of its list as `values`, `for NAME in …` those that it
 * goes through.
 */
export interface ShellAssignment {
  readonly name: string;
  readonly values: readonly ShellWord[];
}

/** `> file`, `2>&1`, `< file`. */
export interface ShellRedirection {
  readonly operator: string;
  readonly target: ShellWord | undefined;
  /** The number before the operator: `3` of `3> file`. */
  readonly descriptor?: string;
}

/** What a command reads as its standard input where the script itself writes it: `<<END` or `<<< word`. */
export interface ShellInput {
  readonly parts: readonly WordPart[];
  /** True where the shell expands nothing in it. */
  readonly quoted: boolean;
}

/** One simple command of the script, wherever it stands: in loops, functions and substitutions too. */
export interface ShellCommand {
  /** What it is called with, the program's name first; empty for assignments alone. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirections: readonly ShellRedirection[];
  readonly inputs: readonly ShellInput[];
  /** Indexes of the commands that read what it writes, by a pipe. */
  readonly feeds: readonly number[];
  /** The function in whose body it stands. */
  readonly within: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** A variable that bash evaluates, and the function in which it does. */
export interface EvaluatedName {
  readonly name: string;
  readonly within: string | undefined;
}

/** Something that bash knows and POSIX's shell does not. */
export interface BashFeature {
  /** As it is written: "`[[ … ]]`". */
  readonly what: string;
  /** What sh has for it: "write `[ … ]`". */
  readonly instead: string;
  readonly start: number;
  readonly end: number;
}

/** A shell script as its parser sees it. */
export interface ShellScript {
  /** One for each template, in order. */
  readonly holes: readonly ShellHole[];
  /** All simple commands, in the order of their beginnings. */
  readonly commands: readonly ShellCommand[];
  /** Names of variables whose texts bash evaluates: in arithmetic, as an index, as a name, by `${X@P}`. */
  readonly evaluated: readonly EvaluatedName[];
  /** What sh cannot run, though bash can. */
  readonly bashFeatures: readonly BashFeature[];
  /** The first command whose failure is lost unless the shell stops at failures; undefined where there is none. */
  readonly lostFailure: Range | undefined;
  /** What neither sh nor bash can read: the first such place. */
  readonly mistake: ScriptMistake | undefined;
}
