import { everything, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Note } from "../../nouns/diagnostic.ts";
import type { Span } from "../../nouns/source.ts";
import type { Path } from "./path.ts";

/**
 * Which writing a text is in, whatever it says: one word of a shell, a JSON text, or none; `given`: that in which the
 * caller of a component gives it.
 */
export type Form = "plain" | "word" | "json" | "given";

/** One way by which text from outside enters a value. */
export interface Inflow {
  /** What comes in, as messages name it: `the body of the request`. */
  readonly what: string;
  /** From where it comes in to here. */
  readonly path: readonly Note[];
  /** The read that it stems from (key.ts), by which checks know it; undefined where it was decoded since. */
  readonly key: string | undefined;
  /** The characters that it can be made of, as far as conditions on the way tell. */
  readonly chars: CharSet;
  readonly form: Form;
  /** The conditions that told. */
  readonly conditions: readonly Span[];
  /** In a component: the input, and the place in it, by which its caller gave it. */
  readonly parameter?: { readonly name: string; readonly path: Path };
}

/** What a condition tells of a value: that it holds no other characters. */
export interface Fact {
  readonly chars: CharSet;
  readonly span: Span;
}

export const noInflow: readonly Inflow[] = [];

/** More ways than these into one value are not told apart. */
const most = 16;

/** The ways of several values into one, each once. */
export function join(...parts: readonly (readonly Inflow[])[]): readonly Inflow[] {
  const filled = parts.filter((part) => part.length > 0);
  const [only, second] = filled;
  if (only === undefined || second === undefined) return only ?? noInflow;
  const seen = new Map<string, Inflow>();
  for (const inflow of filled.flat()) {
    const origin = inflow.path[0]?.span;
    const key = [inflow.key, inflow.form, inflow.chars.length, origin?.source.path, origin?.start].join(" ");
    if (!seen.has(key) && seen.size < most) seen.set(key, inflow);
  }
  return [...seen.values()];
}

/** The inflow as a condition leaves it; undefined where nothing is left of it. */
export function narrow(inflow: Inflow, { chars, span }: Fact): Inflow | undefined {
  const left = intersect(inflow.chars, chars);
  if (left.length === 0) return undefined;
  const isKnown = inflow.conditions.some((known) => known.source === span.source && known.start === span.start);
  return { ...inflow, chars: left, conditions: isKnown ? inflow.conditions : [...inflow.conditions, span] };
}

/** All of them changed alike; those that come out undefined are gone. */
export function each(inflows: readonly Inflow[], change: (inflow: Inflow) => Inflow | undefined): readonly Inflow[] {
  return inflows.length === 0 ? noInflow : inflows.flatMap((inflow) => change(inflow) ?? []);
}

/** The inflow where no other characters can come through; undefined where none can. */
export function withCharacters(inflow: Inflow, chars: CharSet): Inflow | undefined {
  if (chars === everything) return inflow;
  const left = intersect(inflow.chars, chars);
  return left.length === 0 ? undefined : { ...inflow, chars: left };
}

/** All of them in another form. */
export function inForm(inflows: readonly Inflow[], form: Form | "same"): readonly Inflow[] {
  return form === "same" ? inflows : each(inflows, (inflow) => (inflow.form === form ? inflow : { ...inflow, form }));
}
