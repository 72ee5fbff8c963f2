import { namesSecret } from "../3-check/secrets/names.ts";
import { shapesIn } from "../3-check/secrets/shapes.ts";
import type { LineIndex } from "../nouns/lines.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { Span } from "../nouns/source.ts";
import { type Expression, literal } from "../nouns/typescript.ts";

/** So much of an expression is shown. */
const longestText = 60;

/** What matters of an expression where it fails. */
interface PlaceKind {
  /** What it gives is one, so that no text in it is shown. */
  readonly secret: boolean;
  /** It reads what the caller gave, before anything is done with it. */
  readonly given: boolean;
}

/** Where the resources of a module stand, and the expressions that may fail when they are evaluated. */
export class Places {
  readonly #lines: LineIndex;
  readonly #files: string[] = [];
  readonly #expressions: string[] = [];
  readonly #given: number[] = [];

  constructor(lines: LineIndex) {
    this.#lines = lines;
  }

  /** How many expressions there are. */
  get size(): number {
    return this.#expressions.length;
  }

  /** Notes an expression; its number, from 1. */
  add({ span: { source, start }, text = "" }: PlanExpression, { secret, given }: PlaceKind): number {
    const { line, column } = this.#lines.at(source, start);
    const shown = isShown(text, secret) ? `: ${shortened(text)}` : "";
    const number = this.#expressions.push(`${this.#fileOf(source.name)}:${line}:${column}${shown}`);
    if (given) this.#given.push(number);
    return number;
  }

  /** The place of a resource: the number of its file, and the line. */
  ofResource({ source, start }: Span): string {
    return `${this.#fileOf(source.name)}:${this.#lines.at(source, start).line}`;
  }

  /** The value of `places` in the definition. */
  emit(): Expression {
    const given = this.#given.length === 0 ? undefined : this.#given;
    return literal({ files: this.#files, expressions: this.#expressions, given });
  }

  #fileOf(name: string): number {
    const known = this.#files.indexOf(name);
    return known === -1 ? this.#files.push(name) - 1 : known;
  }
}

function isShown(text: string, secret: boolean): boolean {
  return shapesIn(text).length === 0 && !(secret && /['"`]/.test(text)) && !storesSecret(text);
}

/** `set('token', …)`. */
function storesSecret(text: string): boolean {
  const [, name = ""] = /^set\(\s*['"]([^'"]*)/.exec(text) ?? [];
  return namesSecret(name);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line;
}
