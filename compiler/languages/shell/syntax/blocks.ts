import { FoundMistake } from "../../script-mistake.ts";
import type { Token } from "./tokenizer.ts";

/** What ends a block, and the words that stand between. */
export interface Block {
  /** The token that begins it: `if`. */
  readonly token: Token;
  /** What ends it: `fi`. */
  readonly closer: string;
  /** Other spellings that its commands had, such as `endif`. */
  readonly strange: Token[];
}

/** Words and signs that end a list of commands. */
export const terminators = new Set(["then", "else", "elif", "fi", "do", "done", "esac", "}", ")", ";;", ";&", ";;&"]);

/** What each of them belongs to. */
const openers: ReadonlyMap<string, string> = new Map([
  ["then", "if"],
  ["else", "if"],
  ["elif", "if"],
  ["fi", "if"],
  ["do", "for` or `while"],
  ["done", "do"],
  ["esac", "case"],
  ["}", "{"],
  [")", "("],
]);

/** Reports a terminator that ends nothing. */
export function strayTerminator({ text, start, end }: Token): never {
  throw new FoundMistake({
    start,
    end,
    message: `\`${text}\` without \`${openers.get(text) ?? "case"}\``,
    isBlock: true,
  });
}

/** Words of other languages that go on with an `if`. */
const elseifs = new Set(["elseif", "elsif"]);

function refuseElseif({ strange }: Block): void {
  const odd = strange.find(({ text }) => elseifs.has(text));
  if (odd === undefined) return;
  const { start, end, text } = odd;
  throw new FoundMistake({ start, end, message: `\`${text}\` is not a word of the shell`, help: "write `elif`" });
}

function helpFor({ closer, strange }: Block): string | undefined {
  const odd = strange.find(({ text }) => !elseifs.has(text));
  if (odd === undefined) return undefined;
  if (odd.text === "else if") return "`else if` begins an `if` of its own: write `elif`";
  return `\`${odd.text}\` is not a word of the shell: write \`${closer}\``;
}

/** Reports that something else stands where a block should end; `around`: the blocks that hold it, outermost first. */
export function notClosed(block: Block, found: Token, around: readonly Block[]): never {
  const { token, closer } = block;
  if (found.text === "then") refuseElseif(block);
  const isOuter = around.some((outer) => outer !== block && outer.closer === found.text);
  if (found.kind === "end" || isOuter || !terminators.has(found.text)) {
    const message = `\`${token.text}\` without \`${closer}\``;
    const note =
      found.kind === "end"
        ? undefined
        : { start: found.start, end: found.end, message: `\`${found.text}\` comes first` };
    throw new FoundMistake({ start: token.start, end: token.end, message, help: helpFor(block), note, isBlock: true });
  }
  throw new FoundMistake({
    start: found.start,
    end: found.end,
    message: `\`${found.text}\` where \`${closer}\` should end the \`${token.text}\``,
    note: { start: token.start, end: token.end, message: `\`${token.text}\` begins here` },
    isBlock: true,
  });
}
