import type {
  ChatCompletion,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions/completions";
import { transportOf } from "../http/transport.ts";
import { Deadline } from "../run/deadline.ts";
import type { Failure } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import type { TokenUsage } from "../run/events.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import { text } from "../run/values.ts";
import { type CompiledSchema, jsonAnswer } from "./answer.ts";
import { imageUrl } from "./images.ts";
import { untilAnswered } from "./rounds.ts";
import { complete, providerOf } from "./send.ts";
import { callTool, isReadable, type Tool, toolParam } from "./tools.ts";

type Role = "system" | "developer" | "user" | "assistant";

/** The `chat` block of a resource, expressions filled in (spec section 4). */
export interface ChatOptions {
  readonly model: string;
  readonly prompt: string;
  /** Of the prompt; user by default. */
  readonly role?: string;
  /** Messages before the prompt; `content` is another word for `prompt`. */
  readonly scenario?: readonly { readonly role: string; readonly prompt?: string; readonly content?: string }[];
  readonly temperature?: unknown;
  readonly maxTokens?: unknown;
  readonly topP?: unknown;
  readonly seed?: unknown;
  readonly stop?: unknown;
  /** Paths of images. */
  readonly files?: readonly string[];
  readonly tools?: readonly Tool[];
  readonly jsonResponse?: boolean;
  readonly jsonSchema?: CompiledSchema;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

/** What a model has answered. */
export interface ChatResult {
  readonly text: string;
  readonly message: { readonly role: string; readonly content: string };
  /** The model as the provider names it. */
  readonly model: string;
  /** Of all requests together; zero where the provider does not count. */
  readonly usage: TokenUsage;
}

/** Requests of one chat. */
const MOST_ROUNDS = 16;
/** Without a timeout of its own: the longest silence of a provider that thinks. */
const DEFAULT_IDLE_MS = 600_000;

/**
 * Asks a language model, and runs the tools that it calls until it answers. The result is the answer, or under
 * `jsonResponse` its JSON. Rejects with a FlowError: provider for an error of the provider's or an answer that is not
 * what was asked for, infra without a connection, timeout, validation for settings that cannot be sent; or with
 * `step.signal.reason`.
 */
// biome-ignore lint/suspicious/noExplicitAny: its type follows from the jsonSchema, which the compiler knows
export function chat(step: StepContext, options: ChatOptions & { readonly jsonResponse: true }): Promise<any>;
export function chat(step: StepContext, options: ChatOptions): Promise<ChatResult>;
export async function chat(step: StepContext, options: ChatOptions): Promise<unknown> {
  const asked = { what: `the model "${options.model}"` };
  const deadline = new Deadline(step, options.timeoutMs, () => asked.what);
  try {
    const completion = await converse(step, options, { signal: deadline.signal, asked });
    return options.jsonResponse === true ? jsonOf(completion, options) : resultOf(completion);
  } finally {
    deadline.end();
  }
}

/** The result of a chat that failed and has a fallback: its text. */
export function chatFallback(value: unknown, _failure: Failure) {
  const content = text(value);
  return { text: content, message: { role: "assistant", content }, model: "", usage: noUsage, value };
}

const noUsage: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

interface Answered {
  readonly completion: ChatCompletion;
  readonly content: string;
  readonly usage: TokenUsage;
}

/** How a chat ends early, and who it waits for, for the message then. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly asked: { what: string };
}

async function converse(step: StepContext, options: ChatOptions, waiting: Waiting): Promise<Answered> {
  const { signal } = waiting;
  const provider = providerOf(options, step.environment);
  const transport = () => ({
    ...transportOf(step, options, signal),
    ...(options.timeoutMs ? {} : { idleMs: DEFAULT_IDLE_MS }),
  });
  const params = paramsOf(step, options, provider.baseUrl);
  let usage = noUsage;
  const { completion } = await untilAnswered(params.messages, {
    most: MOST_ROUNDS,
    ask: async (messages) => {
      waiting.asked.what = `the model "${options.model}" at ${new URL(provider.baseUrl).host}`;
      const asked = { ...params, messages: [...messages] };
      const answer = await throughEffects(
        step,
        { kind: "chat", request: { prompt: options.prompt, ...asked }, signal },
        () => complete(provider, transport(), asked),
      );
      usage = added(usage, answer, step);
      return answer;
    },
    makeCalls: (calls) => {
      if (!calls.every(isReadable))
        throw new FlowError("provider", "the model made a call without a name or arguments");
      const names = calls.flatMap((call) => (call.type === "function" ? [`"${call.function.name}"`] : []));
      waiting.asked.what = `the tool ${names.join(", ")}`;
      return Promise.all(calls.map((call) => callTool(options.tools ?? [], call, { step, signal })));
    },
  });
  return { completion, content: contentOf(completion), usage };
}

function added(before: TokenUsage, { usage }: ChatCompletion, step: StepContext): TokenUsage {
  if (usage === undefined || usage === null) return before;
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = usage;
  const taken = { promptTokens, completionTokens, totalTokens: usage.total_tokens ?? promptTokens + completionTokens };
  step.used?.(taken);
  return {
    promptTokens: before.promptTokens + taken.promptTokens,
    completionTokens: before.completionTokens + taken.completionTokens,
    totalTokens: before.totalTokens + taken.totalTokens,
  };
}

function contentOf({ choices }: ChatCompletion): string {
  const [choice] = choices;
  const { content, refusal } = choice?.message ?? {};
  if (typeof refusal === "string" && refusal !== "") {
    throw new FlowError("provider", `the model refused to answer: ${refusal.slice(0, 300)}`);
  }
  if (choice?.finish_reason === "content_filter") throw new FlowError("provider", "the provider withheld the answer");
  return content ?? "";
}

function resultOf({ completion, content, usage }: Answered): ChatResult {
  return { text: content, message: { role: "assistant", content }, model: completion.model ?? "", usage };
}

function jsonOf({ completion, content }: Answered, { jsonSchema }: ChatOptions): unknown {
  return jsonAnswer(content, jsonSchema, completion.choices[0]?.finish_reason === "length");
}

function paramsOf(step: StepContext, options: ChatOptions, baseUrl: string): ChatCompletionCreateParamsNonStreaming {
  const { model, tools = [] } = options;
  const maxTokens = numberOf("maxTokens", options.maxTokens);
  // OpenAI's newer models refuse the name that all others know.
  const tokensKey = new URL(baseUrl).host === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
  return {
    model,
    messages: messagesOf(step, options),
    ...given("temperature", numberOf("temperature", options.temperature)),
    ...given(tokensKey, maxTokens),
    ...given("top_p", numberOf("topP", options.topP)),
    ...given("seed", numberOf("seed", options.seed)),
    ...given("stop", stopOf(options.stop)),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolParam) }),
    ...given("response_format", responseFormat(options)),
  };
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [Name in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value };
}

function responseFormat({ jsonResponse, jsonSchema }: ChatOptions) {
  if (jsonSchema !== undefined) {
    return { type: "json_schema" as const, json_schema: { name: "answer", schema: { ...jsonSchema.schema } } };
  }
  return jsonResponse === true ? { type: "json_object" as const } : undefined;
}

function messagesOf(step: StepContext, options: ChatOptions): ChatCompletionMessageParam[] {
  const { scenario = [], prompt, role = "user", files = [] } = options;
  const earlier = scenario.map((message) => ({ role: message.role, content: message.prompt ?? message.content ?? "" }));
  const images = files.map(
    (path): ChatCompletionContentPart => ({
      type: "image_url",
      image_url: { url: imageUrl(step, path) },
    }),
  );
  const content = images.length === 0 ? prompt : [{ type: "text" as const, text: prompt }, ...images];
  // OpenAI refuses to give JSON unless a message speaks of it.
  const wanted = options.jsonResponse === true && options.jsonSchema === undefined;
  const silent = wanted && ![...earlier.map((message) => message.content), prompt].some(isOfJson);
  const hint = silent ? [{ role: "system", content: "Answer with JSON only." }] : [];
  return [...hint, ...earlier, { role: role as Role, content }] as ChatCompletionMessageParam[];
}

function isOfJson(content: string): boolean {
  return /json/i.test(content);
}

/** A number, or a text that is one, as a template among other text gives it; undefined for nil and for no text. */
function numberOf(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new FlowError("validation", `"${name}" must be a number`);
}

function stopOf(value: unknown): string | string[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return Array.isArray(value) ? value.map(text) : text(value);
}
