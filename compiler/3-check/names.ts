import type { Expression } from "../expression.ts";
import type { Span } from "../source.ts";
import { span } from "../source.ts";
import type { ExpressionSyntax, ResourceSyntax } from "../syntax.ts";
import { children } from "./children.ts";

/** One `set('<name>', …)`: who stores and where. */
export interface Setter {
  readonly resource: string;
  readonly span: Span;
}

/** Every name that some `set` stores, with all that store it, in document order. */
export type Names = ReadonlyMap<string, readonly Setter[]>;

/** Collects the stored names of a workflow before any expression is resolved. */
export function collectNames(resources: readonly ResourceSyntax[]): Names {
  const names = new Map<string, Setter[]>();
  for (const resource of resources) {
    const expressions = [...resource.before, ...resource.after, ...(resource.onError?.expressions ?? [])];
    for (const expression of expressions) {
      for (const { name, at } of storedBy(expression)) {
        const setters = names.get(name) ?? [];
        setters.push({ resource: resource.id, span: at });
        names.set(name, setters);
      }
    }
  }
  return names;
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
