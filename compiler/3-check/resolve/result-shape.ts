import type { ComponentManifest, KnownComponents } from "../../component.ts";
import type { ExecutorResult, ResultVariant } from "../../executor.ts";
import { findExecutor } from "../../executors/list.ts";
import type { ResultShape } from "../../plan.ts";
import type { ExecutorSyntax, ResourceSyntax, ValueSyntax } from "../../syntax.ts";
import { unreachable } from "../../unreachable.ts";
import {
  anyType,
  arrayOf,
  mapOf,
  mapType,
  optional,
  scalarType,
  stringType,
  type ValueType,
} from "../../value-type.ts";
import { answerSchema } from "../answer-schema.ts";
import { meantInput } from "../component-inputs.ts";
import { literalField } from "./literal-field.ts";
import { schemaType } from "./schema-type.ts";

/** What each resource leaves for others, from its executor, its component's manifest and its onError. */
export function resultShape(resource: ResourceSyntax, components: KnownComponents): ResultShape {
  const { main, type, typeName, fallbackName } = executorResult(resource, components);
  const { onError, validations } = resource;
  const continues = onError?.action === "continue" || onError?.fallback !== undefined;
  const conditional = validations.skip.length + validations.routes.length + validations.methods.length > 0;
  const fallback = onError?.fallback !== undefined;
  const nilable = continues && !fallback;
  const fallbackType = onError?.fallback && writtenType(onError.fallback);
  const common = { main, typeName, fallback, fallbackType, fallbackName };
  if (resource.items === undefined) return { ...common, type, optional: conditional || nilable, each: undefined };
  const row = main === undefined && fallback ? anyType : type;
  const all = main === undefined ? arrayOf(nilable ? optional(row) : row) : columnsOf(type, nilable);
  return { ...common, type: all, optional: conditional, each: { nilable } };
}

/** The fields of many results: of each field an array. */
function columnsOf(type: ValueType, nilable: boolean): ValueType {
  const fields = type.kind === "map" ? (type.fields ?? {}) : {};
  return mapOf(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, arrayOf(nilable ? optional(field) : field)]),
    ),
  );
}

/** The type of a value that holds no expression where its type depends on it. */
function writtenType(value: ValueSyntax): ValueType {
  switch (value.kind) {
    case "literal":
      return scalarType(value.value);
    case "template":
      return stringType;
    case "list":
      return arrayOf(anyType);
    case "map":
      return mapType;
    case "expression":
      return anyType;
    default:
      return unreachable(value);
  }
}

function executorResult(resource: ResourceSyntax, components: KnownComponents): ExecutorShape {
  const [executor] = resource.executors;
  if (resource.broken || resource.executors.length > 1) return bare(anyType);
  if (executor === undefined) {
    if (resource.apiResponse === undefined) return bare(anyType);
    return bare(mapOf({ success: anyType, response: anyType }), "ApiResult");
  }
  const answer = answerSchema(executor);
  if (answer !== undefined) return bare(schemaType(answer));
  if (executor.key === "component") return componentResult(executor, resource, components);
  const result = findExecutor(executor.key)?.result;
  return {
    main: result && (variantOf(result, executor) ?? result.main),
    type: result === undefined ? anyType : mapOf(result.fields),
    typeName: result?.typeName,
    fallbackName: result?.fallback,
  };
}

function componentResult(
  executor: ExecutorSyntax,
  resource: ResourceSyntax,
  components: KnownComponents,
): ExecutorShape {
  const known = components.get(literalField(executor, "name") ?? "");
  if (known === undefined) return bare(anyType);
  const { manifest, made } = known;
  if (made !== undefined) return bare(made.type);
  return bare(outputType(manifest, resource), manifest.native && resultTypeName(manifest.native));
}

type ExecutorShape = Pick<ResultShape, "main" | "type" | "typeName" | "fallbackName">;

/** A result that is its own value. */
function bare(type: ValueType, typeName?: string): ExecutorShape {
  return { main: undefined, type, typeName, fallbackName: undefined };
}

/** The field that is the bare value where a key of the block says so. */
function variantOf({ variants = [] }: ExecutorResult, executor: ExecutorSyntax): string | undefined {
  const fits = ({ key, value }: ResultVariant): boolean =>
    value === undefined ? executor.fields.has(key) : literalField(executor, key) === value;
  return variants.find(fits)?.main;
}

/** By convention the runtime function `memory` gives a `MemoryResult`. */
function resultTypeName(native: string): string {
  return `${native.charAt(0).toUpperCase()}${native.slice(1)}Result`;
}

/** The fields that the given inputs let the component return; those that depend on what is unknown are kept. */
function outputType(manifest: ComponentManifest, resource: ResourceSyntax): ValueType {
  const inputs = resource.executors[0]?.fields.get("with");
  const written = (name: string): unknown => {
    const entry =
      inputs?.kind === "map" ? inputs.entries.find(({ key }) => meantInput(key.value, manifest) === name) : undefined;
    const input = manifest.inputs.find((candidate) => candidate.name === name);
    if (entry === undefined) return input?.default;
    // A value that the input does not take, which is reported, tells nothing.
    const value = entry.value.kind === "literal" ? entry.value.value : undefined;
    return input?.values === undefined || input.values.includes(value) ? value : undefined;
  };
  if (inputs !== undefined && inputs.kind !== "map") return mapType;
  const present = manifest.outputs.filter(({ when }) =>
    Object.entries(when ?? {}).every(([name, value]) => written(name) === undefined || written(name) === value),
  );
  return mapOf(Object.fromEntries(present.map(({ name, type }) => [name, type])));
}
