import { literalOf, valuesIn, type Word } from "./word.ts";

/** The words of a command; of `xargs`, with what it reads behind them, or in place of the mark of `-I`. */
export function withInput<Value>(words: readonly Word<Value>[], input: Word<Value>): readonly Word<Value>[] {
  if (!/^(?:.*\/)?xargs$/.test(literalOf(words[0]) ?? "")) return words;
  const read = valuesIn(input);
  const at = words.findIndex((word) => /^-I/.test(literalOf(word) ?? ""));
  if (at === -1) return read.length === 0 ? words : [...words, read];
  const mark = literalOf(words[at])?.slice(2) || literalOf(words[at + 1]) || "{}";
  return words.map((word, place) => (place <= at + 1 ? word : word.flatMap((part) => replaced(part, mark, read))));
}

function replaced<Value>(part: string | Value, mark: string, values: Word<Value>): Word<Value> {
  if (typeof part !== "string") return [part];
  return part.split(mark).flatMap((piece, index) => (index === 0 ? [piece] : [...values, piece]));
}
