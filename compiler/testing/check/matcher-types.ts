import type { Node } from "../../nouns/node.ts";
import { anyType, type ValueType } from "../../nouns/value-type.ts";
import { areMatcherKeys } from "../expect/matchers.ts";

/** The maps of matchers in expected data, each with the type of what stands in its place; none where nobody knows. */
export function* matcherTypes(node: Node, type: ValueType): Iterable<readonly [Node, ValueType]> {
  if (node.kind === "map" && areMatcherKeys(node.entries.map(({ key }) => key))) yield [node, type];
  else if (node.kind === "map" && type.kind === "map") {
    const fields = new Map(Object.entries(type.fields ?? {}));
    for (const { key, value } of node.entries) yield* matcherTypes(value, fields.get(key) ?? anyType);
  } else if (node.kind === "sequence" && type.kind === "array")
    for (const item of node.items) yield* matcherTypes(item, type.element);
}
