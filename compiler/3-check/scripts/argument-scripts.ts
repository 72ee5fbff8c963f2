import { writtenText } from "../../2-parse/written-text.ts";
import { findExecutor } from "../../executors/list.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Sink } from "../../nouns/sink.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { hole, type WrittenText } from "../../nouns/written-text.ts";
import { readCommand } from "../taint/commands/read-command.ts";
import { literalOf, type Word } from "../taint/commands/word.ts";

/** A script that is an argument of the program that reads it, as in `args: ["-c", "…"]`. */
export interface ArgumentScript {
  readonly written: WrittenText;
  /** The program, without its folder: `bash` of `env bash -c`. */
  readonly interpreter: string;
  /** True where the shell was asked to stop at failures: `sh -ec`. */
  readonly errexit: boolean;
  readonly isArgument: true;
}

/** The scripts among the arguments of a program that is started without a shell; those of one language. */
export function argumentScripts(executor: ExecutorSyntax, sink: Sink): readonly ArgumentScript[] {
  const fields = Object.entries(findExecutor(executor.key)?.fields ?? {});
  const field = (wanted: (spec: (typeof fields)[number][1]) => boolean) => {
    const found = fields.find(([, spec]) => wanted(spec));
    return found && executor.fields.get(found[0]);
  };
  const program = field((spec) => spec.sink === "shell");
  const own = field((spec) => spec.given === "arguments");
  if (program === undefined || own?.kind !== "list") return [];
  const texts = [program, ...own.items].map(textOf);
  const words = texts.map((text) => wordOf(text?.text ?? hole));
  // Of several words it is a script of its own.
  if (/\s/.test(literalOf(words[0]) ?? " ")) return [];
  return readCommand(words).scripts.flatMap(({ language, text, reader }) => {
    const index = words.indexOf(text);
    const written = texts[index];
    if (language !== sink || written === undefined) return [];
    const errexit = words.slice(0, index).some(stopsAtFailure);
    return [{ written, interpreter: reader.split(" ")[0] ?? reader, errexit, isArgument: true }];
  });
}

function textOf(value: ValueSyntax): WrittenText | undefined {
  const isReported = (value.kind === "literal" || value.kind === "template") && value.node?.reported === true;
  return isReported ? undefined : writtenText(value);
}

/** The text with an object for each template. */
function wordOf(text: string): Word<object> {
  return text.split(new RegExp(`(${hole})`)).flatMap((part) => (part === hole ? [{}] : part === "" ? [] : [part]));
}

function stopsAtFailure(word: Word<object>): boolean {
  return /^(?:-[a-z]*e[a-z]*|errexit)$/.test(literalOf(word) ?? "");
}
