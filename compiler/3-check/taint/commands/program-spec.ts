import type { ScriptLanguage } from "../../../nouns/sink.ts";
import type { Word } from "./word.ts";

/** A script in a word. */
export interface Script<Value> {
  readonly language: ScriptLanguage;
  readonly text: Word<Value>;
}

/** A language, or what finds the script in a word: undefined where there is none. */
export type ScriptIn = ScriptLanguage | (<Value>(word: Word<Value>) => Script<Value> | undefined);

/** How a program reads its arguments, as far as they can hold scripts, other commands, or options that do harm. */
export interface ProgramSpec {
  /** Options that take a value, with blanks between them: the next word, the rest of their word, or what is behind a `=`. */
  readonly values?: string;
  /** Options that take the two next words: a name and its value. */
  readonly pairs?: string;
  /** Options whose value is a script. */
  readonly scripts?: Readonly<Record<string, ScriptIn>>;
  /** The option that makes the first operand a script of the shell, as `-c` of shells does. */
  readonly operandFlag?: string;
  /** The operand that is a script, from 0 on, where no option of `scripts` or `files` is given. */
  readonly script?: { readonly at: number; readonly language: ScriptLanguage; readonly joined?: true };
  /** Options that name a file with the script: no operand is one then. They take a value. */
  readonly files?: string;
  /** The file that it reads where no option names another. */
  readonly file?: string;
  /** The language of these files, where it is not that of `input` or `script`. */
  readonly filesHold?: ScriptLanguage;
  /** True where its first operand names a file with a script in the language of `input`, if nothing else brings one. */
  readonly runsFile?: true | undefined;
  /** What it reads the values of operands such as `NAME=value` as. */
  readonly assigned?: ScriptLanguage;
  /** Options whose value, `NAME=value`, is a variable of the script. */
  readonly variables?: string;
  /** The operand with which another command begins, from 0 on. */
  readonly command?: number;
  /** True where words such as `NAME=value` may stand before that command. */
  readonly assignments?: true;
  /** True where options end with the first operand. */
  readonly stopsAtOperand?: true;
  /** True where nothing behind an option with a script is an option. */
  readonly scriptEnds?: true;
  /** True where long options begin with one dash. */
  readonly singleDash?: true;
  /** What ends the options, beside `--`; empty where nothing does. */
  readonly end?: string;
  /** What operands say that chooses a part of the program with options of its own. */
  readonly subcommands?: Readonly<Record<string, ProgramSpec>>;
  /** What holds for all other subcommands. */
  readonly otherSubcommand?: ProgramSpec;
  /** What it reads from its standard input where neither an option nor an operand brings a script. */
  readonly input?: ScriptLanguage;
  /** How many operands say something else, such as which database. */
  readonly otherOperands?: number;
  /** An option by which a value that begins with `-` does harm. Absent: there is none that flowc knows. */
  readonly harm?: string;
}
