import { type ParseResult, parseExpression } from "../../compiler/2-parse/expression.ts";
import type { Expression } from "../../compiler/nouns/expression.ts";

/** The tree of an expression that must parse. */
export function parsed(text: string, place: (offset: number) => number = identity): Expression {
  const result = parseExpression(text, place);
  if (result.kind === "problem") throw new Error(`${text}\n${" ".repeat(result.start)}^ ${result.message}`);
  return result.expression;
}

/** What is wrong with an expression that must not parse. */
export function problem(text: string): ParseResult & { readonly kind: "problem" } {
  const result = parseExpression(text, identity);
  if (result.kind === "expression") throw new Error(`${text} parses`);
  return result;
}

const positions = new Set(["start", "end", "inner", "offsets", "piped"]);

/** The tree without its positions, and without what tells how it is written. */
export function withoutPositions(tree: Expression): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (positions.has(key) ? undefined : value)));
}

function identity(offset: number): number {
  return offset;
}
