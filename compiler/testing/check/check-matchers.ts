import type { Code } from "../../nouns/codes.ts";
import type { Report } from "../../nouns/diagnostic.ts";
import type { MapEntry, Node } from "../../nouns/node.ts";
import { anyType, type ValueType } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { areMatcherKeys, typeWords } from "../expect/matchers.ts";
import { checkThat, type ThatContext } from "./check-that.ts";

/** What is known of the matchers in expected data. */
export interface MatcherContext {
  /** By map of matchers, the type of what it is compared with; unknown for others. */
  readonly types: ReadonlyMap<Node, ValueType>;
  /** The code of what can never hold. */
  readonly code: Code;
}

/** Looks at the matchers in expected data: expressions, patterns and names of types that cannot be read, or never hold. */
export function checkMatchers(node: Node, { types, code }: MatcherContext, report: Report): void {
  for (const map of matchersIn(node))
    for (const entry of map.entries) checkMatcher(entry, { type: types.get(map) ?? anyType, code }, report);
}

function* matchersIn(node: Node): Iterable<Extract<Node, { kind: "map" }>> {
  if (node.kind === "map" && areMatcherKeys(node.entries.map(({ key }) => key))) yield node;
  else if (node.kind === "map") for (const { value } of node.entries) yield* matchersIn(value);
  else if (node.kind === "sequence") for (const item of node.items) yield* matchersIn(item);
}

function checkMatcher({ key, value }: MapEntry, context: ThatContext, report: Report): void {
  if (value.kind !== "scalar") return;
  const text = String(value.value);
  if (key === "that") checkThat(value, context, report);
  else if (key === "matches" && !isPattern(text)) {
    report("invalid-regex", value.span, `"${text}" is not a regular expression`);
  } else if (numeric.has(key) && typeof value.value !== "number") {
    report(context.code, value.span, `"${key}" compares with a number: this can never hold`);
  } else if (key === "type" && !typeWords.includes(text)) {
    const help = didYouMean(text, typeWords) ?? `types: ${typeWords.join(", ")}`;
    report("unknown-value", value.span, `"${text}" is not the name of a type`, { help });
  }
}

const numeric: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"]);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
