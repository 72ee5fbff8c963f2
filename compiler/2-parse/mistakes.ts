import { codePointName } from "../nouns/code-point-name.ts";
import type { Position } from "../nouns/expression.ts";

/** A known mistake, thrown out of the generated parser, which has no other way out. Positions are already placed. */
export class Mistake extends Error {
  readonly start: number;
  readonly end: number;
  readonly help: string | undefined;

  constructor(message: string, at: Position, help?: string) {
    super(message);
    this.start = at.start;
    this.end = at.end;
    this.help = help;
  }
}

const insteadOf: Readonly<Record<string, string>> = {
  "=": "==",
  "===": "==",
  "!==": "!=",
  "<>": "!=",
  "=>": ">= to compare; a predicate is written without an arrow, as # > 1",
  "=<": "<=",
  "=~": "matches",
  "&": "&&, or bitand(a, b)",
  "<<": "bitshl(a, b)",
  ">>": "bitshr(a, b)",
  "!": "not, as in a not in b",
};

/** An operator of other languages. */
export function sign(found: string, at: Position): never {
  throw new Mistake(`'${found}' is not an operator here`, at, `write ${insteadOf[found]}`);
}

/** `#` or a leading `.` where there is no item that it could stand for. */
export function pointerOutside(found: string, at: Position): never {
  const example = found === "." ? ".size > 1" : "# > 1";
  throw new Mistake(`'${found}' outside a predicate`, at, `it stands for an item, as in filter(list, ${example})`);
}

/** A string that the end of the line (in backticks: of the text) cuts off. */
export function openString(found: string, at: Position): never {
  const { message, help } = openStringMessage(found);
  throw new Mistake(message, at, help);
}

/** What there is to say of a string that is never closed. */
export function openStringMessage(found: string): { readonly message: string; readonly help: string } {
  const quote = found.slice(0, 1);
  const place = quote === "`" ? "" : " on the same line";
  return { message: `the string ${clip(found)} is never closed`, help: `close it with ${quote}${place}` };
}

/** `/*` without its end. */
export function openComment(at: Position): never {
  throw new Mistake("the comment '/*' is never closed", at, "close it with */");
}

/** `{{` where a map would have its first key. */
export function nestedBraces(at: Position): never {
  throw new Mistake("'{{' inside an expression", at, "this is already an expression: write the name alone");
}

/** `filter(list, {a: 1})`. */
export function mapAsPredicate(at: Position): never {
  throw new Mistake(
    "expected '}' at the end of the predicate, found ':'",
    at,
    "a map has braces of its own: {{name: #}}",
  );
}

/** `filter(list, a; b)`. */
export function bareSequence(at: Position): never {
  throw new Mistake("';' in a predicate without braces", at, "put the predicate in braces: {a; b}");
}

/** `::len` without arguments. */
export function builtinWithoutCall(name: string, at: Position): never {
  throw new Mistake("'::' may only stand before a call of a built-in function", at, `write ::${name}(…), or ${name}`);
}

/** Text for a message, short enough for a line. */
export function clip(text: string): string {
  return text.length <= 24 ? text : `${text.slice(0, 23)}…`;
}

const invisible = /^[\p{Cc}\p{Cf}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}]$/u;

/** A character that shows nothing, or changes how the text around it is shown, by its number; undefined for any other. */
export function invisibleCharacter(text: string): string | undefined {
  return invisible.test(text) ? codePointName(text) : undefined;
}
