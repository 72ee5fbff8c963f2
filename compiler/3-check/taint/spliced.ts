import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { Word } from "./commands/word.ts";
import { functionEffect } from "./function-effect.ts";

/** A value that a template puts into a text. */
export interface Spliced {
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
  /** What has become of it on the way from there, where anything has. */
  readonly since?: Since;
  /** True where a shell makes several words of it. */
  readonly isSplit?: true;
  /** True where it is not this text that stands there, but the path of a file that holds it. */
  readonly isInFile?: true;
}

/**
 * `unquoted`: a shell has taken its quotes away. `variable`: a script reads it by the name of a variable or an input.
 * `content`: it is the path of a file, and this is what stands in there. `decoded`: any characters can have come out.
 */
export type Since = "unquoted" | "variable" | "quoted variable" | "content" | "decoded";

/** A text with the values in it; constants are text. */
export function splicedText(text: PlanValue | undefined): Word<Spliced> {
  switch (text?.kind) {
    case "constant":
      return [String(text.value ?? "")];
    case "expression":
      return [part(text.expression, text)];
    case "template":
      return text.parts.map((piece) => (typeof piece === "string" ? piece : part(piece, text)));
    default:
      return [];
  }
}

/** The same of data: of lists and maps, the texts that are in them. */
export function splicedData(data: PlanValue): Word<Spliced> {
  if (data.kind === "list") return data.items.flatMap(splicedData);
  return data.kind === "map" ? data.entries.flatMap(({ value }) => splicedData(value)) : splicedText(data);
}

/** The same text where something has become of its values; what was read or decoded is that whatever becomes of it. */
export function since(text: Word<Spliced>, what: Since): Word<Spliced> {
  const isFree = (before: Since | undefined) => before !== "content" && before !== "decoded";
  return text.map((piece) => (typeof piece === "string" || !isFree(piece.since) ? piece : { ...piece, since: what }));
}

/** The text once a shell has taken the quotes away: of `quote('a' + x)`, what is in its parentheses. */
export function unquoted(value: Spliced): Word<Spliced> {
  const { expression, text } = value;
  if (expression.kind !== "call" || functionEffect(expression.runtime).form !== "word") {
    return since([value], value.since ?? "unquoted");
  }
  const [argument] = expression.arguments;
  const pieces = argument === undefined ? [] : summands(argument);
  return pieces.map((piece) => (typeof piece === "string" ? piece : { expression: piece, text }));
}

/** What stands in the files whose paths these are. */
export function contentOf(path: Word<Spliced>): Word<Spliced> {
  return path.flatMap((piece) => {
    if (typeof piece === "string") return [];
    const { isInFile, ...value } = piece;
    return isInFile ? [value] : since([value], "content");
  });
}

/** Only the values of a text, each once. */
export function onlyValues(text: Word<Spliced>): Word<Spliced> {
  const seen = new Set<string>();
  const numbers = new Map<PlanExpression, number>();
  return text.filter((piece) => {
    if (typeof piece === "string") return false;
    const number = numbers.get(piece.expression) ?? numbers.size;
    numbers.set(piece.expression, number);
    const key = `${number} ${piece.since} ${piece.isSplit} ${piece.isInFile}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** What `+` puts together in an expression, with constants as text. */
export function summands(node: PlanExpression): readonly (string | PlanExpression)[] {
  if (node.kind === "constant" && typeof node.value === "string") return [node.value];
  const isText = node.kind === "binary" && node.operator === "+" && node.type.kind === "string";
  return isText ? [...summands(node.left), ...summands(node.right)] : [node];
}

function part(expression: PlanExpression, text: PlanValue): string | Spliced {
  const isText = expression.kind === "constant" && expression.type.kind === "string";
  return isText ? String(expression.value) : { expression, text };
}
