import type {
  ChatCompletionMessageToolCall,
  ChatCompletionTool,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions/completions";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import { toFlowError } from "../run/errors.ts";
import { schemaProblem } from "../run/schema-problem.ts";
import type { StepContext } from "../run/step-context.ts";
import { isMap, text } from "../run/values.ts";
import type { CompiledSchema } from "./answer.ts";

/** A resource that the model may call. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** actionId of the resource. */
  readonly script: string;
  /** JSON Schema of all arguments together. */
  readonly parameters: CompiledSchema;
}

/** A tool as the API describes it. */
export function toolParam({ name, description, parameters }: Tool): ChatCompletionTool {
  const about = description === undefined ? {} : { description };
  return { type: "function", function: { name, ...about, parameters: parameters.schema } };
}

/**
 * Runs one call of the model. What is wrong with it, and a failure of the resource, goes to the model as a text, for
 * it to try again or to do without; only the end of the run, or of the chat's time, ends this.
 */
export async function callTool(
  tools: readonly Tool[],
  call: ChatCompletionMessageToolCall,
  { step, signal }: { readonly step: StepContext; readonly signal: AbortSignal },
): Promise<ChatCompletionToolMessageParam> {
  const answer = (content: string) => ({ role: "tool" as const, tool_call_id: call.id, content });
  if (call.type !== "function") return answer("error: only functions can be called");
  const tool = tools.find(({ name }) => name === call.function.name);
  const names = tools.map(({ name }) => name).join(", ");
  if (tool === undefined) return answer(`error: there is no function "${call.function.name}"; functions: ${names}`);
  const given = readArguments(call.function.arguments, tool);
  if (typeof given === "string") return answer(`error: ${given}`);
  try {
    return answer(text(await unlessAborted(step.call?.(tool.script, given), signal)));
  } catch (error) {
    signal.throwIfAborted();
    return answer(`error: ${toFlowError(error).plain}`);
  }
}

/** Whether a call can be looked at: one of a function has a name and arguments, as text. */
export function isReadable(call: ChatCompletionMessageToolCall): boolean {
  if (call.type !== "function") return true;
  const { name, arguments: given } = (call.function ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  return typeof name === "string" && typeof given === "string";
}

/** The arguments, or what is wrong with them. */
function readArguments(json: string, { parameters }: Tool): Readonly<Record<string, unknown>> | string {
  let given: unknown;
  try {
    given = json.trim() === "" ? {} : parseJson(json);
  } catch (error) {
    return `the arguments ${error instanceof TooDeep ? `are JSON that ${tooDeep}` : "are not JSON"}`;
  }
  if (!isMap(given)) return "the arguments must be a JSON object";
  const complete = { ...defaultsOf(parameters), ...given };
  return parameters.validate(complete) ? complete : `wrong arguments: ${schemaProblem(parameters.validate)}`;
}

function defaultsOf({ schema }: CompiledSchema): Readonly<Record<string, unknown>> {
  const properties = Object.entries(isMap(schema["properties"]) ? schema["properties"] : {});
  const withDefault = properties.flatMap(([name, property]) =>
    isMap(property) && property["default"] !== undefined ? [[name, property["default"]] as const] : [],
  );
  return Object.fromEntries(structuredClone(withDefault));
}

/** A call may take longer than the chat has; it then goes on by itself, and the run waits for its end. */
function unlessAborted<Value>(value: Promise<Value> | undefined, signal: AbortSignal): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}
