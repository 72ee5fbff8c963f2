import type { BinaryOperator, Expression, Position, UnaryOperator } from "../nouns/expression.ts";
import { checkRepeatable } from "./check-repeatable.ts";
import { Mistake } from "./mistakes.ts";

/** A prefix operator as written; it takes every following operator of at least `precedence` into its operand. */
export interface Prefix {
  readonly operator: UnaryOperator;
  readonly precedence: number;
  readonly start: number;
}

/** A binary operator as written, `not in` and its like with `negated`. */
export interface Infix extends Position {
  readonly text: string;
  readonly operator: BinaryOperator;
  readonly precedence: number;
  readonly negated: boolean;
}

/** What follows the first operand of a chain: an operator with its operand, or a pipe that makes a call of all before it. */
export type Link =
  | { readonly infix: Infix; readonly prefixes: readonly Prefix[]; readonly operand: Expression }
  | { readonly infix: null; readonly call: (input: Expression) => Expression };

const prefixes = new Map<string, { operator: UnaryOperator; precedence: number }>([
  ["not", { operator: "not", precedence: 50 }],
  ["!", { operator: "not", precedence: 50 }],
  ["-", { operator: "-", precedence: 90 }],
  ["+", { operator: "+", precedence: 90 }],
]);

const pipePrecedence = 0;
const byPrecedence: readonly (readonly [number, readonly string[]])[] = [
  [10, ["or", "||"]],
  [15, ["and", "&&"]],
  [20, ["==", "!=", "<", "<=", ">", ">=", "in", "matches", "contains", "startsWith", "endsWith"]],
  [25, [".."]],
  [30, ["+", "-"]],
  [60, ["*", "/", "%"]],
  [100, ["**", "^"]],
  [500, ["??"]],
];
const spelledOut: Readonly<Record<string, string>> = { "||": "or", "&&": "and", "^": "**" };
const infixes = new Map(
  byPrecedence.flatMap(([precedence, symbols]) =>
    symbols.map(
      (symbol) => [symbol, { operator: (spelledOut[symbol] ?? symbol) as BinaryOperator, precedence }] as const,
    ),
  ),
);

const negatable = new Set(["in", "matches", "contains", "startsWith", "endsWith"]);

/** Whether a word or a sign stands for a binary operator. */
export function isInfix(symbol: string): boolean {
  return infixes.has(symbol);
}

/** Whether `not` may stand before the operator, as in `not in`. */
export function isNegatable(word: string): boolean {
  return negatable.has(word);
}

/** The prefix operator written `symbol` at `start`. */
export function prefix(symbol: string, start: number): Prefix {
  const entry = prefixes.get(symbol);
  if (entry === undefined) throw new Error(`no prefix operator ${symbol}`);
  return { operator: entry.operator, precedence: entry.precedence, start };
}

/** The binary operator written `symbol` at `at`. */
export function infix(symbol: string, negated: boolean, at: Position): Infix {
  const entry = infixes.get(symbol);
  if (entry === undefined) throw new Error(`no binary operator ${symbol}`);
  const text = negated ? `not ${symbol}` : symbol;
  return { text, operator: entry.operator, precedence: entry.precedence, negated, start: at.start, end: at.end };
}

/** Makes a tree of a flat chain of operands and operators, by precedence, as Expr's reference parser does. */
export function foldOperators(firstPrefixes: readonly Prefix[], first: Expression, links: readonly Link[]): Expression {
  if (firstPrefixes.length === 0 && links.length === 0) return first;
  const chain = { links, next: 0 };
  return climb(chain, applyPrefixes(chain, firstPrefixes, 0, first), 0);
}

interface Chain {
  readonly links: readonly Link[];
  next: number;
}

function climb(chain: Chain, first: Expression, minimum: number): Expression {
  let left = first;
  let coalesced = false;
  for (let link = chain.links[chain.next]; link !== undefined; link = chain.links[chain.next]) {
    if ((link.infix?.precedence ?? pipePrecedence) < minimum) break;
    chain.next += 1;
    if (link.infix === null) {
      left = link.call(left);
      coalesced = false;
      continue;
    }
    if (coalesced && link.infix.operator !== "??") refuseMixture(link.infix);
    coalesced = link.infix.operator === "??";
    left = isOrdering(link.infix)
      ? compare(chain, left, link.infix, operandOf(chain, link, link.infix.precedence + 1))
      : combine(left, link.infix, operandOf(chain, link, rightMinimum(link.infix)));
  }
  return left;
}

function applyPrefixes(chain: Chain, written: readonly Prefix[], index: number, operand: Expression): Expression {
  const outer = written[index];
  if (outer === undefined) return operand;
  const inner = climb(chain, applyPrefixes(chain, written, index + 1, operand), outer.precedence);
  return { kind: "unary", start: outer.start, end: inner.end, operator: outer.operator, operand: inner };
}

function operandOf(chain: Chain, link: Link & { readonly infix: Infix }, minimum: number): Expression {
  return climb(chain, applyPrefixes(chain, link.prefixes, 0, link.operand), minimum);
}

/** `a < b < c` is `a < b and b < c`. */
function compare(chain: Chain, first: Expression, firstInfix: Infix, firstRight: Expression): Expression {
  let whole = combine(first, firstInfix, firstRight);
  let left = firstRight;
  for (let link = chain.links[chain.next]; link !== undefined; link = chain.links[chain.next]) {
    if (link.infix === null || !isOrdering(link.infix)) break;
    chain.next += 1;
    checkRepeatable(left, "a chain of comparisons");
    const right = operandOf(chain, link, link.infix.precedence + 1);
    const next = combine(left, link.infix, right);
    whole = { kind: "binary", start: whole.start, end: next.end, operator: "and", left: whole, right: next };
    left = right;
  }
  return whole;
}

function combine(left: Expression, { operator, negated }: Infix, right: Expression): Expression {
  const whole: Expression = { kind: "binary", start: left.start, end: right.end, operator, left, right };
  if (!negated) return whole;
  return { kind: "unary", start: whole.start, end: whole.end, operator: "not", operand: whole };
}

function isOrdering({ operator }: Infix): boolean {
  return operator === "<" || operator === "<=" || operator === ">" || operator === ">=";
}

/** Only `**` is right associative. */
function rightMinimum({ operator, precedence }: Infix): number {
  return operator === "**" ? precedence : precedence + 1;
}

function refuseMixture(found: Infix): never {
  const { text } = found;
  throw new Mistake(
    `'${text}' cannot follow '??' without parentheses`,
    found,
    `write (a ?? b) ${text} c, or a ?? (b ${text} c)`,
  );
}
