import { everything, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Note } from "../../nouns/diagnostic.ts";
import type { Span } from "../../nouns/source.ts";
import type { Path, ValueKey } from "../../tree/value-key.ts";
import type { Limit } from "./limits.ts";
import { anyText, commonTexts, type TextSet, type TextShape } from "./text-set.ts";

/**
 * Which writing a text is in, whatever it says: one word of a shell, a JSON text, or none; `given`: that in which the
 * caller of a component gives it.
 */
export type Form = "plain" | "word" | "json" | "given";

/** One way by which text that somebody else chooses gets from its source into a value. */
export interface Taint {
  /** The source, as messages name it: `the body of the request`. */
  readonly source: string;
  /** From the source to here. */
  readonly path: readonly Note[];
  /** The read of the source, by which checks know it; undefined where the text was decoded since. */
  readonly key: ValueKey | undefined;
  /** The characters that it can hold, as far as conditions on the way say. */
  readonly chars: CharSet;
  /** The characters that the value can begin with, where it begins as the source does; undefined: with any of `chars`. */
  readonly starts: CharSet | undefined;
  /** How the text is made, as far as conditions say, and nothing has changed it since. */
  readonly shape?: TextShape | undefined;
  readonly form: Form;
  /** The conditions that say so. */
  readonly conditions: readonly Span[];
  /** True where flowc has not followed the value any further: it may hold text from any source, or from none. */
  readonly isLost?: true;
  /** In a component: the input, and the place in it, by which its caller gave it. */
  readonly parameter?: { readonly name: string; readonly path: Path };
}

/** The taints of a value that holds nothing from a source. */
export const untainted: readonly Taint[] = [];

/** More ways than these into one value are not distinguished. */
const most = 64;

/** Stands for what is not followed: further ways into a value, or a way that is too long. */
export function lost(at: Span): Taint {
  const path = [{ message: "flowc follows it no further than here", span: at }];
  const texts = { chars: everything, starts: everything };
  return { source: "text", path, key: undefined, ...texts, form: "plain", conditions: [], isLost: true };
}

/** The ways of several values into one, each once. */
export function join(...parts: readonly (readonly Taint[])[]): readonly Taint[] {
  const filled = parts.filter((part) => part.length > 0);
  const [only, second] = filled;
  if (only === undefined || second === undefined) return only ?? untainted;
  const seen = new Map<string, Taint>();
  for (const taint of filled.flat()) {
    const origin = taint.path[0]?.span;
    const key = [taint.key?.id, taint.form, taint.chars, taint.starts, origin?.source.path, origin?.start].join(" ");
    if (seen.size === most && !seen.has(key) && origin !== undefined) return [...seen.values(), lost(origin)];
    if (!seen.has(key)) seen.set(key, taint);
  }
  return [...seen.values()];
}

/** The taint as a condition leaves it; undefined where nothing is left of it. */
export function narrow(taint: Taint, limit: Limit): Taint | undefined {
  const left = withTexts(taint, limit);
  if (left === undefined || limit.chars === everything) return left;
  const { span } = limit;
  const isKnown = taint.conditions.some((known) => known.source === span.source && known.start === span.start);
  return { ...left, conditions: isKnown ? taint.conditions : [...taint.conditions, span] };
}

/** All of them changed alike; those that come out undefined are gone. */
export function each(taints: readonly Taint[], change: (taint: Taint) => Taint | undefined): readonly Taint[] {
  return taints.length === 0 ? untainted : taints.flatMap((taint) => change(taint) ?? []);
}

/** The taint where no other texts can come through; undefined where none can. */
export function withTexts(taint: Taint, texts: TextSet): Taint | undefined {
  if (texts === anyText) return taint;
  const now = { chars: taint.chars, starts: taint.starts ?? everything, shape: taint.shape };
  const { chars, starts, shape } = commonTexts(now, texts);
  return chars.length === 0 ? undefined : { ...taint, chars, starts: taint.starts && starts, shape };
}

/** The taint of what is read or decoded from it: any characters can come out. */
export function decoded(taint: Taint): Taint {
  const texts = { chars: everything, starts: everything, shape: undefined };
  return { ...taint, ...texts, key: undefined, conditions: [], form: "plain" };
}

/** The characters that a value with this taint can begin with by it. */
export function startsOf({ chars, starts }: Taint): CharSet {
  return starts === undefined ? chars : intersect(starts, chars);
}
