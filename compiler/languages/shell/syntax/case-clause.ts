import { FoundMistake } from "../../script-mistake.ts";
import { type Block, notClosed } from "./blocks.ts";
import { expectWord, isTerminator, type Reader, skipNewlines, unexpected } from "./reader.ts";
import type { Token } from "./tokenizer.ts";

/** `case … in … esac`; the reader stands before it. */
export function readCase(reader: Reader): void {
  const { tokens, blocks } = reader;
  const token = tokens.next();
  const block: Block = { token, closer: "esac", strange: [] };
  const value = tokens.next();
  if (value.kind !== "word") unexpected(value, "behind `case`", "write: case VALUE in …");
  skipNewlines(reader);
  expectWord(reader, token, "in");
  blocks.push(block);
  skipNewlines(reader);
  while (tokens.peek().text !== "esac") readItem(reader, block);
  blocks.pop();
  tokens.next();
}

/** `pattern | pattern) commands ;;`, and the line ends behind it. */
function readItem(reader: Reader, block: Block): void {
  const { tokens, scan } = reader;
  if (tokens.peek().text === "(") tokens.next();
  const pattern = tokens.peek();
  if (pattern.kind !== "word") notClosed(block, pattern, reader.blocks);
  for (tokens.next(); tokens.peek().text === "|"; tokens.next()) tokens.next();
  if (tokens.peek().text !== ")") {
    if (isTerminator(pattern)) notClosed(block, pattern, reader.blocks);
    withoutParenthesis(pattern);
  }
  tokens.next();
  reader.list();
  const found = tokens.peek();
  if (/^;[;&]/.test(found.text)) tokens.next();
  else if (found.text === ")") noTerminator(found, scan.text);
  else if (found.text !== "esac") notClosed(block, found, reader.blocks);
  skipNewlines(reader);
}

function withoutParenthesis({ text, start, end }: Token): never {
  const help = `write: ${text}) … ;;`;
  throw new FoundMistake({ start, end, message: `the pattern \`${text}\` has no \`)\` behind it`, help });
}

/** What stands before a `)` is the next pattern. */
function noTerminator(found: Token, text: string): never {
  const pattern = /[^\s;&|()]*$/.exec(text.slice(0, found.start))?.[0] ?? "";
  const start = found.start - pattern.length;
  throw new FoundMistake({ start, end: found.start, message: `\`;;\` is missing before the pattern \`${pattern}\`` });
}
