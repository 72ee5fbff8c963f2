import type { ComponentManifest } from "../../nouns/component.ts";
import type { BlockResult, ResultTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { anyType, mapOf, mapType, type ValueType } from "../../nouns/value-type.ts";
import { literalField } from "../../tree/literal-field.ts";
import { meantInput } from "./check-inputs.ts";

/** What a component gives: the value of its last resource, or what the manifest of a native one says. */
export function componentResult(block: ExecutorSyntax, { components }: Pick<ResultTools, "components">): BlockResult {
  const known = components.get(literalField(block, "name") ?? "");
  if (known === undefined) return bare(anyType);
  const { manifest, made } = known;
  if (made !== undefined) return bare(made.type);
  return bare(outputType(manifest, block), manifest.native && resultTypeName(manifest.native));
}

function bare(type: ValueType, typeName?: string): BlockResult {
  return { main: undefined, type, typeName, fallbackName: undefined };
}

/** By convention the runtime function `memory` gives a `MemoryResult`. */
function resultTypeName(native: string): string {
  return `${native.charAt(0).toUpperCase()}${native.slice(1)}Result`;
}

/** The fields that the given inputs let the component return; those that depend on what is unknown are kept. */
function outputType(manifest: ComponentManifest, block: ExecutorSyntax): ValueType {
  const inputs = block.fields.get("with");
  const written = (name: string): unknown => {
    const entry =
      inputs?.kind === "map" ? inputs.entries.find(({ key }) => meantInput(key.value, manifest) === name) : undefined;
    const input = manifest.inputs.find((candidate) => candidate.name === name);
    if (entry === undefined) return input?.default;
    // A value that the input does not take, which is reported, says nothing.
    const value = entry.value.kind === "literal" ? entry.value.value : undefined;
    return input?.values === undefined || input.values.includes(value) ? value : undefined;
  };
  if (inputs !== undefined && inputs.kind !== "map") return mapType;
  const present = manifest.outputs.filter(({ when }) =>
    Object.entries(when ?? {}).every(([name, value]) => written(name) === undefined || written(name) === value),
  );
  return mapOf(Object.fromEntries(present.map(({ name, type }) => [name, type])));
}
