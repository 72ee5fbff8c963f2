import { executors } from "../executors/list.ts";
import type { Executor, ExecutorField, ExecutorFields, FieldKind, SchemaKeywords } from "../nouns/executor.ts";

/** A JSON Schema of an object with named properties. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** `schemas/resource.schema.json`: a resource without the blocks of its executors. */
export interface ResourceFrame extends ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>> & { readonly run: ObjectSchema };
  readonly $defs: Readonly<Record<string, unknown>>;
}

/**
 * The JSON Schema of a resource: the frame with the block of each executor, beside the others and under `run`, before
 * the last of what may stand there.
 */
export function resourceSchema(frame: ResourceFrame, known: readonly Executor[] = executors): ResourceFrame {
  const blocks = Object.fromEntries(known.map(({ key }) => [key, { $ref: `#/$defs/${key}` }]));
  const run = { ...frame.properties.run, properties: withBlocks(frame.properties.run.properties, blocks) };
  const definitions = Object.fromEntries(known.map((executor) => [executor.key, blockSchema(executor)]));
  return {
    ...frame,
    properties: { ...withBlocks(frame.properties, blocks), run },
    $defs: { ...definitions, ...frame.$defs },
  };
}

/** The answer to a request stands last, as messages list the keys in this order. */
function withBlocks(properties: ObjectSchema["properties"], blocks: ObjectSchema["properties"]): SchemaKeywords {
  const { apiResponse, ...others } = properties;
  return { ...others, ...blocks, apiResponse };
}

/** The JSON Schema of an executor's block. */
export function blockSchema({ description, fields }: Pick<Executor, "description" | "fields">): SchemaKeywords {
  return { type: "object", description, ...mapSchema(fields) };
}

function mapSchema(fields: ExecutorFields): SchemaKeywords {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => field.required).map(([key]) => key);
  return {
    properties: Object.fromEntries(entries.map(([key, field]) => [key, fieldSchema(field)])),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}

function fieldSchema({ kind, description, schema, fields = {}, item }: ExecutorField): SchemaKeywords {
  const text = kind === "duration" ? `${description} A number with a unit: 500ms, 30s, 1m30s, 2h.` : description;
  return { ...ofKind[kind], ...inside(kind, fields, item), ...schema, description: text };
}

function inside(kind: FieldKind, fields: ExecutorFields, description: string | undefined): SchemaKeywords {
  if (kind === "settings") return mapSchema(fields);
  if (kind === "settings-list") return { items: { type: "object", description, ...mapSchema(fields) } };
  return {};
}

/** What each kind of field asks for by itself. */
const ofKind: Readonly<Record<FieldKind, SchemaKeywords>> = {
  text: { type: "string" },
  texts: { type: "array", items: { type: ["string", "number", "boolean"] } },
  "text-map": { type: "object" },
  value: {},
  template: {},
  name: { type: "string" },
  data: {},
  duration: { type: "string", format: "duration" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  settings: { type: "object" },
  "settings-list": { type: "array" },
};
