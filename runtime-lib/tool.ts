import type { WorkflowDefinition } from "./definition.ts";
import { toFlowError } from "./errors.ts";
import type { EventSink } from "./events.ts";
import { execute } from "./run.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** How a call is watched and ended. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: EventSink | undefined;
}

/** A workflow as a tool of an agent. As JSON it is a function as OpenAI's API takes it. */
export interface WorkflowTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  /** JSON Schema of all inputs together. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of `structured(result)`. */
  readonly outputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  /** What SDKs for OpenAI's API read; a failure of its `function` is told as a value, for the model to see. */
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
    readonly parse: (text: string) => JsonObject;
    readonly function: (input?: JsonObject) => Promise<unknown>;
  };
  /** Runs the workflow once; resolves to its result, rejects with a FlowError, an InvalidInput where nothing has run. */
  readonly call: (input?: JsonObject, options?: CallOptions) => Promise<unknown>;
  /** A result as an object: itself where the output's type is one, else under `result`. */
  readonly structured: (result: unknown) => JsonObject;
}

/** What is known of a call before it is made; hints of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** The workflow as a tool. */
export function toolOf(definition: WorkflowDefinition): WorkflowTool {
  const { readOnly, openWorld, output } = definition.tool;
  // Names of functions: what every provider takes.
  const name = definition.name.replace(/[^\w-]+/g, "_").slice(0, 64) || "workflow";
  const description = definition.description ?? definition.tool.description ?? `Runs the workflow ${definition.name}`;
  const inputSchema = inputSchemaOf(definition);
  const isObject = output["type"] === "object";
  const call: WorkflowTool["call"] = async (inputs = {}, { signal, onEvent } = {}) =>
    (await execute(definition, { inputs, ...(signal && { signal }), ...(onEvent && { onEvent }) })).value;
  const told = (input?: JsonObject): Promise<unknown> =>
    call(input).catch((thrown: unknown) => {
      const { failureClass, message } = toFlowError(thrown);
      return { error: { failureClass, message } };
    });
  const about = { name, description, parameters: inputSchema };
  const tool = {
    type: "function" as const,
    name,
    description,
    inputSchema,
    outputSchema: isObject ? output : { type: "object", properties: { result: output }, required: ["result"] },
    annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: openWorld },
    function: { ...about, parse: (text: string) => JSON.parse(text || "{}"), function: told },
    call,
    structured: (result: unknown) => (isObject ? (result as JsonObject) : { result: result ?? null }),
  };
  return Object.defineProperty(tool, "toJSON", { value: () => ({ type: "function", function: about }) });
}

function inputSchemaOf({ inputs, closedInputs, tool }: WorkflowDefinition): JsonObject {
  const properties = inputs.map(({ name, schema, default: fallback }) => [
    name,
    { ...schema, ...tool.asks?.properties[name], ...(fallback !== undefined && { default: fallback }) },
  ]);
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const all = [...new Set([...required, ...(tool.asks?.required ?? [])])];
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(all.length > 0 && { required: all }),
    ...(closedInputs && { additionalProperties: false }),
  };
}
