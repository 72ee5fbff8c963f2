import { has, intersect, negate } from "../../../runtime-lib/regex/char-set.ts";
import { executorOf } from "../../executors/list.ts";
import type { FormattedText } from "../../nouns/formatted-text.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { PlanResource } from "../../nouns/plan-resource.ts";
import { planValueChildren } from "../../tree/value-children.ts";
import { walk } from "../../tree/walk.ts";
import { type Phase, type Place, placeIn } from "./place.ts";
import { placesIn } from "./places/places-in.ts";
import type { TextPlace } from "./places/text-place.ts";
import { splicedText } from "./spliced.ts";
import type { Taint } from "./taint.ts";
import type { TaintContext } from "./taint-context.ts";
import { type Piece, textPieces } from "./text-pieces.ts";
import type { Tracer } from "./tracer.ts";

/** Tainted text that can leave its place in the text that it is spliced into. */
export interface Splice {
  readonly place: TextPlace;
  readonly resource: string;
  /** The template that lets it in. */
  readonly expression: PlanExpression;
  /** What is written before the template. */
  readonly before: string;
  readonly taint: Taint;
}

/** All such texts of the workflow, in its order. */
export function* findSplices(context: TaintContext, tracer: Tracer): Generator<Splice> {
  for (const id of context.graph.resources.keys()) {
    const plan = context.plans.get(id);
    if (plan === undefined) continue;
    for (const { phase, ...text } of formattedTexts(plan, context))
      yield* splicesIn(text, id, phase, { context, tracer });
  }
}

/** Those of the action and of the database that it asks, and the headers of the response. */
function formattedTexts(
  plan: PlanResource,
  { connections }: TaintContext,
): readonly (FormattedText & { readonly phase: Phase })[] {
  const { action, response } = plan;
  const asked = connections.filter(({ name }) => name === action?.connection);
  const ofAction: readonly FormattedText[] = [
    ...((action && executorOf(plan)?.formats?.(action)) ?? []),
    ...asked.map(({ url }) => ({ format: "connection" as const, text: url })),
  ];
  const headers = response?.headers;
  return [
    ...ofAction.map((text) => ({ ...text, phase: "run" as const })),
    ...(headers === undefined ? [] : [{ format: "header" as const, text: headers, phase: "response" as const }]),
  ];
}

interface Follow {
  readonly context: TaintContext;
  readonly tracer: Tracer;
}

function* splicesIn(
  { format, text }: FormattedText,
  resource: string,
  phase: Phase,
  { context, tracer }: Follow,
): Generator<Splice> {
  const here = placeIn(resource, phase);
  for (const value of walk([text], planValueChildren)) {
    if (value.kind === "list" || value.kind === "map") continue;
    const parts = splicedText(value).flatMap((part): readonly (string | Held)[] => {
      if (typeof part === "string") return [part];
      const pieces = textPieces(part.expression, here, context.stores);
      return pieces.map((piece) => (typeof piece === "string" ? piece : { ...piece, whole: part.expression }));
    });
    const places = placesIn[format](parts.map((part) => (typeof part === "string" ? part : undefined)));
    for (const [index, held] of parts.filter((part) => typeof part !== "string").entries()) {
      const place = places[index];
      if (place === undefined) continue;
      const { expression } = held;
      const taints = taintsOf(held, here, tracer);
      const taint = taints.find((found) => escapes(found, place, expression) && isMisplaced(found, place, context));
      const before = parts.slice(0, parts.indexOf(held)).filter((part) => typeof part === "string");
      if (taint !== undefined) yield { place, resource, expression, before: before.join("…"), taint };
    }
  }
}

/** A piece of what a template gives. */
interface Held extends Piece {
  readonly whole: PlanExpression;
}

/** The taints of a piece as they come through here, where conditions may say more of the whole. */
function taintsOf({ expression, place, whole }: Held, here: Place, tracer: Tracer): readonly Taint[] {
  const own = tracer.trace(expression, [], place);
  if (place.resource === here.resource || own.length === 0) return own;
  const through = tracer.trace(whole, [], here);
  return own.flatMap((taint) => {
    const left = through.find(({ key, source }) => key?.id === taint.key?.id && source === taint.source);
    return left === undefined ? [] : [{ ...left, shape: taint.shape, form: taint.form }];
  });
}

/** False where the value stays in its place, whatever it is. JSON brings quotes of its own, and is a value of JSON. */
function escapes({ form, chars, shape }: Taint, { kind, special }: TextPlace, { type }: PlanExpression): boolean {
  const isJson = form === "json" || type.kind === "map" || type.kind === "array";
  if (isJson && kind === "json-value") return false;
  if (isJson && has(special, 0x22)) return true;
  if (kind === "url-start" && shape?.prefixes.every((prefix) => hasHost.test(prefix))) return false;
  // Nothing leads up but `..`.
  if (kind === "path-part") return has(chars, 0x2e) && intersect(chars, special).length > 0;
  return intersect(intersect(chars, negate(shape?.written ?? [])), special).length > 0;
}

/** A beginning behind which no host can be chosen: `https://example.com/`, or any part of a domain that is written out. */
const hasHost = /^https?:\/\/(?:\*(?:\.[a-z0-9-]+){2,}|[^/\\?#@\s*]+)(?::\d+)?[/\\?#]/i;

/**
 * A path as a whole is meant to lead anywhere, where whoever gives it has no fewer rights than the run: it is reported
 * where a request or a model gives it, unless it is that of a file that was uploaded.
 */
function isMisplaced({ key }: Taint, { kind }: TextPlace, { workflow }: TaintContext): boolean {
  if (key?.root.kind === "file" && key.root.name === "filepath") return kind !== "path-start";
  if (kind !== "path-start") return true;
  const source = key?.root.kind;
  const ofRequest = source === "input" || source === "request" || source === "info";
  return source === "argument" || (workflow.server && ofRequest);
}
