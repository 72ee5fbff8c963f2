import type { Sink } from "../../nouns/sink.ts";
import type { CommandUse } from "./commands/read-command.ts";
import type { Word } from "./commands/word.ts";
import { contentOf, type Spliced } from "./spliced.ts";

/** A text that is read as a program. */
export interface ScriptText {
  readonly sink: Sink;
  /** What reads it, where that is a command or a function of a script: `sh -c`, `eval`. */
  readonly reader: string | undefined;
  readonly text: Word<Spliced>;
  /** True where it is nothing but the name of a program. */
  readonly isProgram: boolean;
  readonly given: Given;
  /** The shell that reads it, where the workflow names one. */
  readonly shell?: string;
}

/** What a script finds beside its text. */
export interface Given {
  /** Its environment, and what else has a name in it. */
  readonly variables: ReadonlyMap<string, Word<Spliced>>;
  readonly arguments: readonly Word<Spliced>[];
  /** The dict `inputs`. */
  readonly inputs: ReadonlyMap<string, Word<Spliced>>;
  /** Its standard input. */
  readonly input: Word<Spliced>;
}

/** What a script does with its values: it runs other scripts, starts programs, gives them options. */
export interface ScriptUse {
  readonly scripts: readonly ScriptText[];
  readonly options: CommandUse<Spliced>["options"];
}

/** Nothing. */
export const noUse: ScriptUse = { scripts: [], options: [] };

/** All of them. */
export function allUses(uses: readonly ScriptUse[]): ScriptUse {
  return { scripts: uses.flatMap(({ scripts }) => scripts), options: uses.flatMap(({ options }) => options) };
}

/** What a command finds beside its words. */
export interface Around {
  readonly input: Word<Spliced>;
  /** What stands in the file with this path. */
  readonly contentOf: (path: Word<Spliced>) => Word<Spliced>;
}

/** The scripts and options of a command. */
export function useOfCommand(
  { scripts, programs, options, input, files }: CommandUse<Spliced>,
  given: Given,
  around: Around = { input: given.input, contentOf },
): ScriptUse {
  const started = programs
    .filter(({ isInFile }) => !isInFile)
    .map((program): ScriptText => ({ sink: "shell", reader: undefined, text: [program], isProgram: true, given }));
  const fed = input === undefined ? [] : [{ ...input, text: around.input }];
  const read: CommandUse<Spliced>["scripts"] = [
    ...scripts,
    ...fed,
    ...files.map((file) => ({ ...file, text: around.contentOf(file.text) })),
  ];
  const run = read.map(({ language, text, reader, ...own }): ScriptText => {
    const variables = own.variables ? new Map([...given.variables, ...own.variables]) : given.variables;
    const inner = { ...given, variables, arguments: own.arguments ?? given.arguments, input: around.input };
    return { sink: language, reader, text, isProgram: false, given: inner };
  });
  return { scripts: [...started, ...run], options: options.filter(({ value }) => !value.isInFile) };
}
