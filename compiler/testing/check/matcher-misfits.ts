import type { MapNode } from "../../nouns/node.ts";
import { typeName, type ValueType } from "../../nouns/value-type.ts";
import { typeWords } from "../expect/matchers.ts";
import type { Misfit } from "./misfit.ts";

/** Matchers that no value of a type meets: `gt` of a text, `type: int` where it is a string. */
export function matcherMisfits({ entries }: MapNode, type: ValueType): readonly Misfit[] {
  return entries.flatMap(({ key, keySpan, value }) => {
    if (key === "type") {
      const words = wordsOf(type);
      const word = value.kind === "scalar" ? String(value.value) : "";
      if (words === undefined || words.includes(word) || !typeWords.includes(word)) return [];
      return [{ node: value, message: `is ${typeName(type)}, never ${word}` }];
    }
    const takes = kindsTaken[key];
    if (takes === undefined || takes.includes(type.kind)) return [];
    return [{ node: value, at: keySpan, message: `is ${typeName(type)}, which "${key}" does not go with` }];
  });
}

/** What may stand in the place of times is text or a number. */
const times: readonly ValueType["kind"][] = ["date", "duration", "timezone"];
const numbers: readonly ValueType["kind"][] = ["any", "int", "float", ...times];

/** The types that these matchers may hold for. */
const kindsTaken: Readonly<Record<string, readonly ValueType["kind"][]>> = {
  gt: numbers,
  gte: numbers,
  lt: numbers,
  lte: numbers,
  matches: ["any", "string", ...times],
  contains: ["any", "string", "array", "map", ...times],
};

/** The words of `type` that may hold; undefined where that is open. */
function wordsOf(type: ValueType): readonly string[] | undefined {
  const own = typeWordsOf[type.kind];
  if (own === undefined) return undefined;
  return "optional" in type && type.optional === true ? [...own, "nil"] : own;
}

const typeWordsOf: Readonly<Partial<Record<ValueType["kind"], readonly string[]>>> = {
  nil: ["nil"],
  bool: ["bool"],
  int: ["int", "number"],
  float: ["float", "int", "number"],
  string: ["string"],
  array: ["array"],
  map: ["map"],
};
