import type { Expression } from "../expression.ts";
import type { Span } from "../source.ts";
import { span } from "../source.ts";
import type { ExpressionSyntax, ResourceSyntax } from "../syntax.ts";
import { children } from "./children.ts";

/** One `set('<name>', …)`: who stores and where. */
export interface Setter {
  readonly resource: string;
  readonly span: Span;
  /** True where it has stored once the resource has ended and others go on: nothing can pass it over. */
  readonly certain: boolean;
}

/** Every name that some `set` stores, with all that store it, in document order. */
export type Names = ReadonlyMap<string, readonly Setter[]>;

/** Collects the stored names of a workflow before any expression is resolved. */
export function collectNames(resources: readonly ResourceSyntax[]): Names {
  const names = new Map<string, Setter[]>();
  for (const resource of resources) {
    for (const { expressions, certain } of storingParts(resource)) {
      for (const expression of expressions) {
        for (const { name, at } of storedBy(expression)) {
          const setters = names.get(name) ?? [];
          setters.push({ resource: resource.id, span: at, certain: certain && isWhole(expression, at) });
          names.set(name, setters);
        }
      }
    }
  }
  return names;
}

/** Where a resource may store, and whether it comes that far whenever those after it do. */
function storingParts({ before, after, onError, validations }: ResourceSyntax) {
  const { routes, methods, skip } = validations;
  const starts = routes.length + methods.length === 0;
  const ends = starts && skip.length === 0 && (onError?.action ?? "fail") !== "continue" && !onError?.fallback;
  return [
    { expressions: before, certain: starts },
    { expressions: after, certain: ends },
    { expressions: onError?.expressions ?? [], certain: false },
  ];
}

/** True where the call of `set` is the whole expression and no part of it, which may not be reached. */
function isWhole({ root }: ExpressionSyntax, name: Span): boolean {
  return root.kind === "call" && root.arguments[0]?.start === name.start;
}

function* storedBy({ root, span: { source } }: ExpressionSyntax): Generator<{ name: string; at: Span }> {
  const pending: Expression[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "call" && node.callee.kind === "identifier" && node.callee.name === "set") {
      const name = node.arguments[0];
      if (name?.kind === "string") yield { name: name.value, at: span(source, name.start, name.end) };
    }
    pending.push(...children(node));
  }
}
