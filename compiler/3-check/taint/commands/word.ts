/** One word of a command: texts, and values that only a run knows, side by side. */
export type Word<Value> = readonly (string | Value)[];

/** The text of a word that holds no values. */
export function literalOf<Value>(word: Word<Value> | undefined): string | undefined {
  if (word?.some((part) => typeof part !== "string")) return undefined;
  return word?.join("");
}

/** The text with which a word begins, up to its first value. */
export function beginningOf<Value>(word: Word<Value>): string {
  const end = word.findIndex((part) => typeof part !== "string");
  return word.slice(0, end === -1 ? undefined : end).join("");
}

/** The word without so many characters of its beginning. */
export function withoutStart<Value>(word: Word<Value>, length: number): Word<Value> {
  const start = beginningOf(word);
  const values = word.slice(word.findIndex((part) => typeof part !== "string"));
  const rest = start.slice(length);
  const behind = literalOf(word) === undefined ? values : [];
  return rest === "" ? behind : [rest, ...behind];
}

/** The words as one, with blanks between them. */
export function joined<Value>(words: readonly Word<Value>[]): Word<Value> {
  return words.flatMap((word, index) => (index === 0 ? word : [" ", ...word]));
}

/** The values in a word. */
export function valuesIn<Value>(word: Word<Value>): readonly Exclude<Value, string>[] {
  return word.filter((part): part is Exclude<Value, string> => typeof part !== "string");
}
