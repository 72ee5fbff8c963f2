import { everything, intersect } from "../../../runtime-lib/regex/char-set.ts";
import type { Note } from "../../nouns/diagnostic.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { Span } from "../../nouns/source.ts";
import type { Path, ValueKey } from "../../tree/value-key.ts";
import type { Taint } from "./taint.ts";

/** Of the steps of a taint so many are shown, the last one among them. */
export const longestWay = 12;

/** The taints of the value of a component at `path`; what its caller gives is still to be followed there. */
export type ComponentSummary = (path: Path) => readonly Taint[];

/** One call of a component made of resources. */
export interface ComponentCall {
  /** The resource that calls it. */
  readonly caller: PlanResource;
  readonly component: string;
  readonly summary: ComponentSummary;
  /** What the caller gives it, by input. */
  readonly given: readonly PlanEntry[];
  /** The place in its value that is asked for. */
  readonly path: Path;
}

/** Follows what a caller gives to an input. */
export type FollowGiven = (given: PlanEntry, path: Path) => readonly Taint[];

/**
 * The taints of the value of a call as the workflow around sees them. A source in the component itself is known by the
 * read of the call, `key`; what it was given, by whatever that stems from.
 */
export function taintsOfCall(call: ComponentCall, key: ValueKey, follow: FollowGiven): readonly Taint[] {
  return call.summary(call.path).flatMap((inner) => {
    const { parameter } = inner;
    if (parameter === undefined) return [ofComponent(inner, key, call)];
    const given = call.given.find((entry) => entry.key === parameter.name);
    if (given === undefined) return [];
    return follow(given, parameter.path).flatMap((outer) => throughComponent(outer, inner, given, call) ?? []);
  });
}

function ofComponent(inner: Taint, key: ValueKey, { component, caller }: ComponentCall): Taint {
  const source = `${inner.source} in the component "${component}"`;
  const note = { message: `"${caller.id}" gives what the component "${component}" ends with`, span: caller.span };
  return { ...inner, source, key, path: [...inner.path.slice(0, longestWay - 1), note] };
}

/** What is left of a given value once it has gone through the component; undefined where nothing is. */
function throughComponent(
  outer: Taint,
  inner: Taint,
  given: PlanEntry,
  { component, caller }: ComponentCall,
): Taint | undefined {
  const isDecoded = inner.key === undefined;
  const chars = isDecoded || outer.chars === everything ? inner.chars : intersect(outer.chars, inner.chars);
  if (chars.length === 0) return undefined;
  const starts = inner.starts && outer.starts && intersect(outer.starts, inner.starts);
  const message = `"${caller.id}" gives it to the component "${component}" as "${given.key}"`;
  const note: Note = { message, span: spanOf(given.value) };
  return {
    ...outer,
    chars,
    starts: inner.starts?.length === 0 ? inner.starts : starts,
    shape: undefined,
    key: isDecoded ? undefined : outer.key,
    form: inner.form === "given" ? outer.form : inner.form,
    conditions: isDecoded ? inner.conditions : [...outer.conditions, ...inner.conditions],
    // The first step inside is the read of the input.
    path: [...outer.path, note, ...inner.path.slice(1)].slice(0, longestWay),
  };
}

function spanOf(value: PlanValue): Span {
  return value.kind === "expression" ? value.expression.span : value.span;
}
