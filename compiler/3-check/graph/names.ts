import { findFunction } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import { span } from "../../nouns/source.ts";
import type { ExpressionSyntax } from "../../nouns/value-syntax.ts";
import { calledName } from "../../tree/called-name.ts";
import { expressionChildren } from "../../tree/expression-children.ts";
import { walk } from "../../tree/walk.ts";
import type { Moment } from "./moment.ts";

/** One `set('<name>', …)`: who stores and where. */
export interface Setter {
  readonly resource: string;
  readonly span: Span;
  readonly moment: Moment;
  /** True where the call is the whole expression and no part of it. */
  readonly whole: boolean;
  /** True where whoever evaluates its expression stores. */
  readonly reached: boolean;
  /**
   * True where it has stored once the resource has ended and others go on: nothing can pass it over but a request that
   * the resource is not bound to.
   */
  readonly certain: boolean;
}

/** Every name that some `set` stores, with all that store it, in document order. */
export type Names = ReadonlyMap<string, readonly Setter[]>;

/** Collects the stored names of a workflow before any expression is resolved. */
export function collectNames(resources: readonly ResourceSyntax[]): Names {
  const names = new Map<string, Setter[]>();
  for (const resource of resources) {
    for (const { part, expressions, certain } of storingParts(resource)) {
      for (const [index, expression] of expressions.entries()) {
        for (const { name, at } of storedBy(expression)) {
          const setters = names.get(name) ?? [];
          const whole = isCall(expression.root, at);
          const reached = isReached(expression.root, at);
          const moment = { part, index };
          setters.push({ resource: resource.id, span: at, moment, whole, reached, certain: certain && reached });
          names.set(name, setters);
        }
      }
    }
  }
  return names;
}

/** Where a resource may store, and whether it comes that far whenever those after it do. */
function storingParts({ before, after, onError, validations: { skip } }: ResourceSyntax) {
  const ends = skip.length === 0 && (onError?.action ?? "fail") !== "continue" && !onError?.fallback;
  return [
    { part: "before", expressions: before, certain: true },
    { part: "after", expressions: after, certain: ends },
    { part: "onError", expressions: onError?.expressions ?? [], certain: false },
  ] as const;
}

function isCall(node: Expression, name: Span): boolean {
  return node.kind === "call" && node.arguments[0]?.start === name.start;
}

/** True where the call of `set` is the whole, or stands in `let … ;` or a sequence: other parts may not be reached. */
function isReached(node: Expression, name: Span): boolean {
  if (node.kind === "let") return isReached(node.value, name) || isReached(node.body, name);
  if (node.kind === "sequence") return node.expressions.some((one) => isReached(one, name));
  return isCall(node, name);
}

function* storedBy({ root, span: { source } }: ExpressionSyntax): Generator<{ name: string; at: Span }> {
  for (const node of walk([root], expressionChildren)) {
    if (node.kind === "unreadable") {
      for (const name of node.stores) yield { name, at: span(source, node.start, node.end) };
    }
    if (node.kind === "call" && isStore(node.callee)) {
      const name = node.arguments[0];
      if (name?.kind === "string") yield { name: name.value, at: span(source, name.start, name.end) };
    }
  }
}

function isStore(callee: Expression): boolean {
  const { implementation } = findFunction(calledName(callee) ?? "") ?? {};
  return implementation?.kind === "accessor" && implementation.access === "store";
}
