import type { Node } from "../nouns/node.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";

/** Plain data of a field without expressions, as JSON has it; maps have no prototype. Expressions are nil. */
export function plainData(value: ValueSyntax): unknown {
  if (value.kind === "literal") return value.value;
  if (value.kind === "list") return value.items.map(plainData);
  if (value.kind !== "map") return null;
  const result: Record<string, unknown> = Object.create(null);
  for (const entry of value.entries) result[entry.key.value] = plainData(entry.value);
  return result;
}

/** The value of a node as plain JavaScript data; maps have no prototype, so that a key `__proto__` is only a key. */
export function plainNode(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plainNode);
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) result[key] = plainNode(value);
  return result;
}

/** Data as a map; undefined for all else. */
export function asMap(data: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof data === "object" && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, unknown>>)
    : undefined;
}
