import type { Code, Expression, Identifier } from "../nouns/typescript.ts";

/** The loop of a function with a predicate. */
export interface LoopMaker {
  /** How functions of a module that hold it are called. */
  readonly name: Identifier;
  /** Writes it. */
  make(parts: LoopParts): Loop;
}

/** What a loop is made from. */
export interface LoopParts {
  /** The predicate's value for `item`; undefined for `count(array)`. */
  readonly value: Expression;
  /** The same where a bool must stand. */
  readonly test: Expression;
  /** The same where a number must stand. */
  readonly number: Expression;
  /** True where the value is known to be one. */
  readonly isNumber: boolean;
  /** True where the optional last argument is given. */
  readonly more: boolean;
  /** The annotation of a variable of unknown type; nothing in plain JavaScript. */
  readonly any: Code;
}

/** How a function of predicates is written: a loop over `items`, with `item` and `index` in it. */
export interface Loop {
  /** The parameter behind the array. */
  readonly parameter?: Code;
  /** A statement before the array is looked at, and one behind that. */
  readonly first?: Code;
  readonly before?: Code;
  /** The head of the loop, where it is not from the first element to the last. */
  readonly head?: Code;
  readonly each: Code;
  /** The value behind the loop. */
  readonly after: Code;
}
