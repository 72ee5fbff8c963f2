import type { Node } from "../nouns/node.ts";
import type { InputSyntax } from "../nouns/resource-syntax.ts";
import { plainNode } from "../tree/plain-data.ts";
import { field } from "./fields.ts";

/** Inputs with a JSON Schema each: `settings.inputs`, `validations.properties`. Undefined for what is not a map. */
export function parseInputs(node: Node | undefined): readonly InputSyntax[] | undefined {
  if (node?.kind !== "map") return undefined;
  return node.entries.map(({ key, keySpan, value }) => {
    const { required, default: fallback, ...schema } = Object(plainNode(value)) as Record<string, unknown>;
    const requiredKeys = Array.isArray(required) ? { required } : {};
    const description = typeof schema["description"] === "string" ? schema["description"] : undefined;
    return {
      name: key,
      span: keySpan,
      schema: { ...schema, ...requiredKeys },
      required: required === true,
      default: fallback,
      defaultSpan: field(value, "default")?.span ?? keySpan,
      description,
    };
  });
}
