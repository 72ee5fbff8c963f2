import { FoundMistake } from "../../script-mistake.ts";
import { type Block, terminators } from "./blocks.ts";
import type { Scan } from "./scan-word.ts";
import type { Token, Tokenizer } from "./tokenizer.ts";

/** What the parts of the grammar share while they read one stretch of a script. */
export interface Reader {
  readonly tokens: Tokenizer;
  readonly scan: Scan;
  /** The blocks around the place that is read, outermost first. */
  readonly blocks: Block[];
  /** The arguments of all commands that have been read. */
  readonly arguments: Token[];
  /** Reads commands up to what ends them; gives their number. */
  readonly list: () => number;
  /** Reads one command. */
  readonly command: () => void;
}

/** True where no command can begin. */
export function endsCommands(token: Token): boolean {
  if (token.kind === "end" || isTerminator(token)) return true;
  return token.kind === "operator" && token.text !== "(" && !isRedirection(token);
}

/** True for what ends a list of commands. */
export function isTerminator({ kind, text }: Token): boolean {
  return (kind === "word" || kind === "operator") && terminators.has(text);
}

/** True for the operators of redirections. */
export function isRedirection({ kind, text }: Token): boolean {
  return kind === "operator" && /^&?[<>]/.test(text);
}

/** Goes on behind line ends. */
export function skipNewlines({ tokens }: Reader): void {
  while (tokens.peek().kind === "newline") tokens.next();
}

/** Takes a word that belongs to what `opener` began: `then`, `do`. */
export function expectWord({ tokens, arguments: given }: Reader, opener: Token, word: string): void {
  if (tokens.peek().text === word) {
    tokens.next();
    return;
  }
  const glued = given.find(({ text, start }) => text === word && start > opener.start);
  if (glued !== undefined) standsAlone(glued);
  const { start, end, text } = opener;
  throw new FoundMistake({ start, end, message: `\`${text}\` without \`${word}\``, isBlock: true });
}

/** Reports a word that is the argument of a command and was not meant to be. */
export function standsAlone({ text, start, end }: Token): never {
  throw new FoundMistake({ start, end, message: `\`${text}\` must stand behind \`;\` or on a line of its own` });
}

/** Reports what cannot stand where it stands. */
export function unexpected({ text, start, end }: Token, where = "here", help?: string): never {
  throw new FoundMistake({ start, end, message: `\`${text}\` cannot stand ${where}`, help });
}
