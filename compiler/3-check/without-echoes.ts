import type { Code } from "../codes.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Span } from "../source.ts";
import type { ResourceSyntax } from "../syntax.ts";
import { buildGraph, reach } from "./graph.ts";
import { toolsOf } from "./tools.ts";

/**
 * Leaves out what is only said because something else is wrong. A `set` in an expression that cannot be read stores
 * nothing: reads of what it would have stored are not reported as well. And what may be nil hangs on checks and on edges
 * that errors upstream may hide, as does what guards a command; and a name that is a slip brings nothing from outside. A
 * timeout in the wrong place is missing in the right one.
 */
export function withoutEchoes(
  found: readonly Diagnostic[],
  resources: readonly ResourceSyntax[],
): readonly Diagnostic[] {
  const unreadable = found.filter(({ code }) => code === "expression-syntax" || code === "unterminated-template");
  const texts = new Set(unreadable.map(({ span }) => span.source.text));
  const stored = new Set([...texts].flatMap((text) => [...text.matchAll(storing)].map(([, name]) => name)));
  const unsure = reachOf(found, hidesWhatIsAsked, resources);
  const unguarded = reachOf(found, hidesGuards, resources);
  const strayTimeouts = new Set(found.filter(isStrayTimeout).map(({ span }) => span.source));
  const slips = found.filter(({ code }) => code === "unknown-name").map(({ span }) => span);
  return found.filter(({ code, span }) => {
    if (code === "maybe-nil") return !unsure(span);
    if (code === "missing-timeout") return !strayTimeouts.has(span.source);
    if (injections.has(code)) return !unguarded(span) && !slips.some((slip) => isWithin(slip, span));
    return code !== "unknown-name" || !stored.has(nameAt(span));
  });
}

const injections: ReadonlySet<Code> = new Set(["shell-injection", "code-injection", "sql-injection"]);
const hidesWhatIsAsked: ReadonlySet<Code> = new Set([
  "expression-syntax",
  "unterminated-template",
  "missing-requires",
  "dependency-cycle",
]);
const hidesGuards: ReadonlySet<Code> = new Set([
  ...hidesWhatIsAsked,
  "wrong-arguments",
  "type-mismatch",
  "invalid-regex",
  "unknown-function",
]);

/**
 * Tells whether an error of these codes may change what is known at a place: one in its resource, in what is upstream of
 * it or in a chat that calls it, and one that stands in no resource.
 */
function reachOf(
  found: readonly Diagnostic[],
  codes: ReadonlySet<Code>,
  resources: readonly ResourceSyntax[],
): (place: Span) => boolean {
  const errors = found.filter(({ code }) => codes.has(code));
  if (errors.length === 0) return () => false;
  const ownerOf = ({ span }: Pick<Diagnostic, "span">) => resources.find(({ node }) => isWithin(span, node.span))?.id;
  const owners = errors.map(ownerOf);
  const known = owners.filter((owner) => owner !== undefined);
  if (known.length < owners.length) return () => true;
  const concerned = reach(known, concernedBy(resources));
  return (place) => {
    const id = ownerOf({ span: place });
    return id === undefined || concerned.has(id);
  };
}

/** From a resource to those that need it, and to the tools of its chat. */
function concernedBy(resources: readonly ResourceSyntax[]): (id: string) => readonly string[] {
  const graph = buildGraph(resources);
  const next = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  for (const resource of graph.resources.values()) {
    for (const needed of graph.needs(resource.id)) add(needed, resource.id);
    for (const { script } of toolsOf(resource)) add(resource.id, script.value);
  }
  return (id) => next.get(id) ?? [];
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}

/** As it stands in the file, where YAML may have doubled or escaped the quotes. */
const storing = /\bset\(\s*['"`\\]+([^'"`\\]*)/g;

function isStrayTimeout({ code, span }: Diagnostic): boolean {
  return code === "unknown-key" && /time.?out/i.test(nameAt(span));
}

function nameAt({ source, start, end }: Span): string {
  return source.text.slice(start, end).replaceAll(/^['"`\\]+|['"`\\]+$/g, "");
}
