import type { Expression } from "../nouns/expression.ts";
import { expressionChildren } from "../tree/expression-children.ts";
import { explainFailure } from "./explain-failure.ts";
import { type ParserState, parse } from "./generated/expression-parser.js";
import { Mistake } from "./mistakes.ts";
import { refuseText } from "./refuse-text.ts";

/** The tree of an expression, or the first thing that is wrong with its text. Positions are offsets in the file. */
export type ParseResult =
  | { readonly kind: "expression"; readonly expression: Expression }
  | {
      readonly kind: "problem";
      readonly message: string;
      readonly start: number;
      readonly end: number;
      readonly help?: string | undefined;
    };

type Place = (offset: number) => number;

/** The most nodes from the root to a leaf, so that walkers of trees may call themselves for every level. */
const deepest = 1000;

/** Parses one expression. `place` turns offsets in `text` into offsets in the file. */
export function parseExpression(text: string, place: Place): ParseResult {
  const refusal = refuseText(text);
  if (refusal !== null) return problem(refusal.message, place(refusal.start), place(refusal.end));
  try {
    const state = run(text, place, 1);
    if (!state.peg$success) return explain(text, place);
    const expression = state.peg$result;
    if (text.length > deepest && isDeeperThan(deepest, expression)) return tooDeep(text, place);
    return { kind: "expression", expression };
  } catch (error) {
    if (error instanceof Mistake) return problem(error.message, error.start, error.end, error.help);
    if (error instanceof RangeError) return tooDeep(text, place);
    throw error;
  }
}

function run(text: string, place: Place, silentFails: number): ParserState {
  return parse(text, { place, peg$library: true, peg$silentFails: silentFails });
}

/** Parses again, with notes of what was expected: only a text that fails pays for them. */
function explain(text: string, place: Place): ParseResult {
  const { peg$maxFailPos: position, peg$maxFailExpected: expected } = run(text, place, 0);
  const { message, start, end, help } = explainFailure(
    text,
    position,
    new Set(expected.map(({ description }) => description)),
  );
  return problem(message, place(start), place(end), help);
}

function isDeeperThan(limit: number, root: Expression): boolean {
  let level: readonly Expression[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = [...new Set(level.flatMap(expressionChildren))];
  }
  return false;
}

function tooDeep(text: string, place: Place): ParseResult {
  return problem("the expression is nested too deeply", place(0), place(text.length), "name parts of it with let");
}

function problem(message: string, start: number, end: number, help?: string): ParseResult {
  return { kind: "problem", message, start, end, help };
}
