import { findExecutor } from "../../executors/list.ts";
import type { BlockResult, ExecutorResult, ResultTools, ResultVariant } from "../../nouns/executor.ts";
import type { ResultShape } from "../../nouns/plan-resource.ts";
import type { ExecutorSyntax, ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { unreachable } from "../../nouns/unreachable.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import {
  anyType,
  arrayOf,
  mapOf,
  mapType,
  optional,
  scalarType,
  stringType,
  type ValueType,
} from "../../nouns/value-type.ts";
import { literalField } from "../../tree/literal-field.ts";
import { isBound } from "../graph/same-requests.ts";
import { schemaType } from "./schema-type.ts";

/** What results hang on beside the block itself. */
export type KnownResults = Omit<ResultTools, "schemaType">;

/** What each resource leaves for others, from its executor, its component's manifest and its onError. */
export function resultShape(resource: ResourceSyntax, known: KnownResults): ResultShape {
  const { main, type, typeName, fallbackName } = executorResult(resource, known);
  const { onError, validations } = resource;
  const continues = onError?.action === "continue" || onError?.fallback !== undefined;
  const skippable = validations.skip.length > 0;
  const conditional = skippable || isBound(resource);
  const fallback = onError?.fallback !== undefined;
  const nilable = continues && !fallback;
  const fallbackType = onError?.fallback && writtenType(onError.fallback);
  const common = { main, typeName, fallback, fallbackType, fallbackName };
  if (resource.items === undefined)
    return { ...common, type, optional: conditional || nilable, skippable: skippable || nilable, each: undefined };
  const row = main === undefined && fallback ? anyType : type;
  const all = main === undefined ? arrayOf(nilable ? optional(row) : row) : columnsOf(type, nilable);
  return { ...common, type: all, optional: conditional, skippable, each: { nilable } };
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

/** Of a response that is written out as a map its fields, whatever their values. */
function responseType(value: ValueSyntax | undefined): ValueType {
  if (value?.kind !== "map") return anyType;
  return mapOf(Object.fromEntries(value.entries.map((entry) => [entry.key.value, responseType(entry.value)])));
}

function executorResult(resource: ResourceSyntax, known: KnownResults): BlockResult {
  const [executor] = resource.executors;
  if (resource.broken || resource.executors.length > 1) return bare(anyType);
  if (executor === undefined) {
    if (resource.apiResponse === undefined) return bare(anyType);
    return bare(mapOf({ success: anyType, response: responseType(resource.apiResponse.response) }), "ApiResult");
  }
  const spec = findExecutor(executor.key);
  const own = spec?.resultOf?.(executor, { ...known, schemaType });
  if (own !== undefined) return own;
  const result = spec?.result;
  return {
    main: result && (variantOf(result, executor) ?? result.main),
    type: result === undefined ? anyType : mapOf(result.fields),
    typeName: result?.typeName,
    fallbackName: result?.fallback,
  };
}

/** A result that is its own value. */
function bare(type: ValueType, typeName?: string): BlockResult {
  return { main: undefined, type, typeName, fallbackName: undefined };
}

/** The field that is the bare value where a key of the block says so. */
function variantOf({ variants = [] }: ExecutorResult, executor: ExecutorSyntax): string | undefined {
  const fits = ({ key, value }: ResultVariant): boolean =>
    value === undefined ? executor.fields.has(key) : literalField(executor, key) === value;
  return variants.find(fits)?.main;
}
