import { expressionError, typeOf } from "../run/values.ts";
import { Automaton } from "./automaton.ts";
import { parsePattern } from "./parse.ts";
import { printPattern } from "./print.ts";
import { PatternProblem } from "./problem.ts";
import { maxInstructions, programSize } from "./program.ts";
import type { Node } from "./tree.ts";
import { linearRegExp } from "./v8.ts";

/** A regular expression in JavaScript's words, or what is wrong with it; the offset counts UTF-16 units. */
export type Translation =
  | { readonly kind: "pattern"; readonly source: string; readonly flags: string }
  | { readonly kind: "problem"; readonly message: string; readonly offset: number };

/** What a regular expression is for here: to say whether it occurs in a text. Takes time linear in the text's length. */
export interface Pattern {
  test(subject: string): boolean;
}

/**
 * A regular expression in the syntax of Go and RE2 as one of JavaScript that finds the same in texts without lone
 * surrogates: for yes or no only, its groups do not capture. Needs no flags. Never throws.
 */
export function translatePattern(source: string): Translation {
  const tree = parse(source);
  return tree.kind === "problem" ? tree : { kind: "pattern", source: printPattern(tree.root), flags: "" };
}

/** What a regular expression of RE2's syntax is made of, for who looks into it; undefined for a text of another syntax. */
export function readPattern(source: string): Node | undefined {
  const tree = parse(source);
  return tree.kind === "tree" ? tree.root : undefined;
}

/** The regular expression of RE2's syntax, ready for use. Throws tool_runtime for a text of another syntax. */
export function pattern(source: string): Pattern {
  const tree = parse(source);
  if (tree.kind === "tree") return new LinearPattern(tree.root);
  const { message, offset } = tree;
  throw expressionError(`matches: ${JSON.stringify(source)} is not a regular expression: ${message} (at ${offset})`);
}

/** The pattern of a JSON Schema: in RE2's syntax where it is one, so that no text takes long; else as JavaScript has it. */
export function schemaPattern(source: string): Pattern {
  const tree = parse(source);
  return tree.kind === "tree" ? new LinearPattern(tree.root) : new RegExp(source, "u");
}

/** `subject matches source`, where the expression is only known now: false where a side is nil (Expr). */
export function matches(subject: unknown, source: unknown): boolean {
  if (subject === null || subject === undefined || source === null || source === undefined) return false;
  if (typeof subject !== "string") throw expressionError(`expected a string, got ${typeOf(subject)}`);
  if (typeof source !== "string") throw expressionError(`expected a string, got ${typeOf(source)}`);
  return cached(source).test(subject);
}

const cache = new Map<string, Pattern>();
const cacheSize = 100;

function cached(source: string): Pattern {
  const known = cache.get(source);
  if (known) return known;
  const [oldest] = cache.keys();
  if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
  const made = pattern(source);
  cache.set(source, made);
  return made;
}

type Parsed = { readonly kind: "tree"; readonly root: Node } | (Translation & { kind: "problem" });

function parse(source: string): Parsed {
  try {
    const root = parsePattern(source.replace(/[\ud800-\udfff]/gu, "\ufffd"));
    if (programSize(root) <= maxInstructions) return { kind: "tree", root };
    return { kind: "problem", message: "the pattern with its counts multiplied out is too large", offset: 0 };
  } catch (thrown) {
    if (!(thrown instanceof PatternProblem)) throw thrown;
    return { kind: "problem", message: thrown.message, offset: thrown.offset };
  }
}

/**
 * Short texts go to V8, whose time there is bounded: its linear engine takes over after many backtracks. That count
 * leaves out some quadratic searches (`[a-z]+!`), so that longer texts, and what that engine does not take, go to the
 * automaton.
 */
const shortText = 256;

class LinearPattern implements Pattern {
  readonly #root: Node;
  readonly #native: RegExp | undefined;
  readonly #ascii: boolean;
  #automaton: Automaton | undefined;

  constructor(root: Node) {
    this.#root = root;
    const source = printPattern(root);
    this.#native = linearRegExp(source);
    this.#ascii = !source.includes("\\u");
  }

  test(subject: string): boolean {
    if (this.#native && subject.length <= shortText && (this.#ascii || isWellFormed(subject)))
      return this.#native.test(subject);
    this.#automaton ??= new Automaton(this.#root);
    return this.#automaton.test(subject);
  }
}

/** True where no half of a character stands alone. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
