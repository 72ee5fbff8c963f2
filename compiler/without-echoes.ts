import type { Code } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Span } from "./source.ts";

/**
 * Leaves out what is only said because something else is wrong. A `set` in an expression that cannot be read stores
 * nothing: reads of what it would have stored are not reported as well. And what may be nil hangs on checks and on edges
 * that errors may hide, as does what guards a command; and a name that is a slip brings nothing from outside. A timeout
 * in the wrong place is missing in the right one.
 */
export function withoutEchoes(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const unreadable = found.filter(({ code }) => code === "expression-syntax" || code === "unterminated-template");
  const texts = new Set(unreadable.map(({ span }) => span.source.text));
  const stored = new Set([...texts].flatMap((text) => [...text.matchAll(storing)].map(([, name]) => name)));
  const isUnsure = found.some(({ code }) => hidesWhatIsAsked.has(code));
  const strayTimeouts = new Set(found.filter(isStrayTimeout).map(({ span }) => span.source));
  const isUnguarded = isUnsure || found.some(({ code }) => hidesGuards.has(code));
  const slips = found.filter(({ code }) => code === "unknown-name").map(({ span }) => span);
  return found.filter(({ code, span }) => {
    if (code === "maybe-nil") return !isUnsure;
    if (code === "missing-timeout") return !strayTimeouts.has(span.source);
    if (injections.has(code)) return !isUnguarded && !slips.some((slip) => isWithin(slip, span));
    return code !== "unknown-name" || !stored.has(nameAt(span));
  });
}

const injections: ReadonlySet<Code> = new Set(["shell-injection", "code-injection", "sql-injection"]);
const hidesGuards: ReadonlySet<Code> = new Set([
  "wrong-arguments",
  "type-mismatch",
  "invalid-regex",
  "unknown-function",
]);

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end;
}

const hidesWhatIsAsked: ReadonlySet<Code> = new Set([
  "expression-syntax",
  "unterminated-template",
  "missing-requires",
  "dependency-cycle",
]);

/** As it stands in the file, where YAML may have doubled or escaped the quotes. */
const storing = /\bset\(\s*['"`\\]+([^'"`\\]*)/g;

function isStrayTimeout({ code, span }: Diagnostic): boolean {
  return code === "unknown-key" && /time.?out/i.test(nameAt(span));
}

function nameAt({ source, start, end }: Span): string {
  return source.text.slice(start, end).replaceAll(/^['"`\\]+|['"`\\]+$/g, "");
}
