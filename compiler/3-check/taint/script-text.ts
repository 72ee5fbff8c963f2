import type { Sink } from "../../nouns/sink.ts";
import type { CommandUse } from "./commands/read-command.ts";
import type { Word } from "./commands/word.ts";
import type { Spliced } from "./spliced.ts";

/** A text that is read as a program. */
export interface ScriptText {
  readonly sink: Sink;
  /** What reads it, where that is a command or a function of a script: `sh -c`, `eval`. */
  readonly reader: string | undefined;
  readonly text: Word<Spliced>;
  /** True where it is nothing but the name of a program. */
  readonly isProgram: boolean;
  readonly given: Given;
}

/** What a script finds beside its text. */
export interface Given {
  /** Its environment, and what else has a name in it. */
  readonly variables: ReadonlyMap<string, Word<Spliced>>;
  readonly arguments: readonly Word<Spliced>[];
  /** The dict `inputs`. */
  readonly inputs: ReadonlyMap<string, Word<Spliced>>;
}

/** What a script does with its values: it runs other scripts, starts programs, gives them options. */
export interface ScriptUse {
  readonly scripts: readonly ScriptText[];
  readonly options: CommandUse<Spliced>["options"];
}

/** The scripts and options of a command. */
export function useOfCommand({ scripts, programs, options }: CommandUse<Spliced>, given: Given): ScriptUse {
  const started = programs.map((program): ScriptText => {
    return { sink: "shell", reader: undefined, text: [program], isProgram: true, given };
  });
  const read = scripts.map(({ language, text, reader, arguments: own }): ScriptText => {
    const inner = own === undefined ? given : { ...given, arguments: own };
    return { sink: language, reader, text, isProgram: false, given: inner };
  });
  return { scripts: [...started, ...read], options };
}
