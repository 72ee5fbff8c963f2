import type { KeptStart, ServedStart } from "../command/run-store.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { InvalidInput, toFlowError } from "./errors.ts";
import type { EventSink } from "./events.ts";
import { execute, type RunOptions } from "./run.ts";
import type { RunTrace } from "./trace.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** How a call is watched and ended. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: EventSink | undefined;
  /** Makes spans of the run. */
  readonly trace?: RunTrace | undefined;
  /** Folder of the workflow's files: `info('dir')`. Default: the bundle's own. */
  readonly folder?: string | undefined;
  /** The same key is the same run, where runs are in a database. */
  readonly key?: string | undefined;
  /** Runs it, where that is more than a run. */
  readonly start?: typeof execute | undefined;
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
  /** What SDKs for OpenAI's API read; a failure of its `function` is given as a value, for the model to see. */
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
    readonly parse: (text: string) => JsonObject;
    /** Ends with the runner of the SDK that calls it. */
    readonly function: (input?: JsonObject, runner?: { readonly controller?: AbortController }) => Promise<unknown>;
  };
  /** Runs the workflow once; resolves to its result, rejects with a FlowError, an InvalidInput where nothing has run. */
  readonly call: (input?: JsonObject, options?: CallOptions) => Promise<unknown>;
  /** A result as an object: itself where the output's type is one, else under `result`. */
  readonly structured: (result: unknown) => JsonObject;
  /**
   * In a bundle that keeps runs: a start for calls, each of which is recorded. Undefined where nothing asks for that, or the
   * store cannot be opened.
   */
  readonly record?: ((how: KeptStart) => ServedStart | undefined) | undefined;
}

/** What is known of a call before it is made; hints of the Model Context Protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** The workflow as a tool, whose calls are runs by `run`. */
export function toolOf(definition: WorkflowDefinition, run: typeof execute = execute): WorkflowTool {
  const { readOnly, openWorld, output } = definition.tool;
  // Names of functions: what every provider takes.
  const name = definition.name.replace(/[^\w-]+/g, "_").slice(0, 64) || "workflow";
  const description = definition.description ?? definition.tool.description ?? `Runs the workflow ${definition.name}`;
  const inputSchema = inputSchemaOf(definition);
  const isObject = output["type"] === "object";
  const call: WorkflowTool["call"] = async (input = {}, { signal, onEvent, folder, trace, key, start = run } = {}) => {
    const options = {
      ...given(definition, input),
      folder,
      trace,
      key,
      ...(signal && { signal }),
      ...(onEvent && { onEvent }),
    };
    return (await start(definition, options)).value;
  };
  const answered: WorkflowTool["function"]["function"] = (input, runner) =>
    call(input, { signal: runner?.controller?.signal }).catch((thrown: unknown) => {
      const { failureClass, plain } = toFlowError(thrown);
      return { error: { failureClass, message: plain } };
    });
  const about = { name, description, parameters: inputSchema };
  const tool = {
    type: "function" as const,
    name,
    description,
    inputSchema,
    outputSchema: isObject ? output : { type: "object", properties: { result: output }, required: ["result"] },
    annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, openWorldHint: openWorld },
    function: { ...about, parse: (text: string) => JSON.parse(text || "{}"), function: answered },
    call,
    structured: (result: unknown) => (isObject ? (result as JsonObject) : { result: result ?? null }),
  };
  return Object.defineProperty(tool, "toJSON", { value: () => ({ type: "function", function: about }) });
}

/** What a run is given: where the workflow reads a file, its path is one of the arguments. */
function given({ tool }: WorkflowDefinition, input: JsonObject): Pick<RunOptions, "inputs" | "file"> {
  const { file, ...inputs } = input;
  if (tool.file !== true || (file ?? null) === null) return { inputs: tool.file === true ? inputs : input };
  if (typeof file !== "string") throw new InvalidInput("validation", 'the input "file" must be string');
  return { inputs, file };
}

const fileSchema = { type: "string", description: "Path of the file that is read" };

function inputSchemaOf({ inputs, closedInputs, tool }: WorkflowDefinition): JsonObject {
  const properties = inputs.map(({ name, schema, default: fallback }) => [
    name,
    { ...schema, ...tool.asks?.properties[name], ...(fallback !== undefined && { default: fallback }) },
  ]);
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const all = [...new Set([...required, ...(tool.asks?.required ?? [])])];
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), ...(tool.file && { file: fileSchema }) },
    ...(all.length > 0 && { required: all }),
    ...(closedInputs && { additionalProperties: false }),
  };
}
