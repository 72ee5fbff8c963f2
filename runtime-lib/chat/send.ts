import { OpenAI } from "openai/client";
import { APIConnectionError, APIError } from "openai/core/error";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
} from "openai/resources/chat/completions/completions";
import { checkedHeaders, requestUrl } from "../http/message.ts";
import { follow } from "../http/redirect.ts";
import { type RetrySettings, retrying } from "../http/retry.ts";
import type { Transport } from "../http/sending.ts";
import { FlowError } from "../run/errors.ts";
import { withoutSecret } from "../run/secrets.ts";
import { isMap } from "../run/values.ts";

/** Where a chat goes and with what key. */
export interface Provider {
  readonly baseUrl: string;
  /** Undefined: none is sent. */
  readonly apiKey: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The resource's own settings, else those of the environment, else OpenAI where there is a key, else a local Ollama. */
export function providerOf(given: Partial<Provider>, environment: Environment): Provider {
  const apiKey = given.apiKey || environment["OPENAI_API_KEY"] || undefined;
  const usual = apiKey === undefined ? "http://127.0.0.1:11434/v1" : "https://api.openai.com/v1";
  const baseUrl = given.baseUrl || environment["OPENAI_BASE_URL"] || usual;
  requestUrl(baseUrl);
  if (apiKey !== undefined) checkedHeaders({ authorization: `Bearer ${apiKey}` });
  return { baseUrl, apiKey };
}

/** A provider that is overloaded has not begun to answer: asking again costs nothing. */
const retry: RetrySettings = { maxAttempts: 4, backoffMs: 1_000, maxBackoffMs: 60_000, retryOn: [429, 503] };
const MOST_REDIRECTS = 5;

/**
 * Asks a provider once. Rejects with class provider for an answer that is an error or no chat completion, with the
 * provider's own message but never the key; with the failure of the transport otherwise.
 */
export async function complete(
  provider: Provider,
  transport: Transport,
  params: ChatCompletionCreateParamsNonStreaming,
): Promise<ChatCompletion> {
  const client = new OpenAI({
    baseURL: provider.baseUrl,
    // The client insists on a key; where there is none, its header is taken out again.
    apiKey: provider.apiKey ?? "none",
    defaultHeaders: provider.apiKey === undefined ? { authorization: null } : {},
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    fetch: fetchThrough(transport),
  });
  try {
    const completion: unknown = await client.chat.completions.create(params);
    if (isCompletion(completion)) return completion;
  } catch (error) {
    throw failureOf(error, provider);
  }
  throw new FlowError("provider", `${hostOf(provider)} answered with something other than a chat completion`);
}

/** `fetch` as the client needs it, over flowc's own transport: its proxies, deadlines and failures. */
function fetchThrough(transport: Transport) {
  return async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const content = Buffer.from(String(init.body ?? ""));
    const request = {
      method: init.method ?? "GET",
      url: requestUrl(String(input instanceof Request ? input.url : input)),
      headers: {
        ...Object.fromEntries([...new Headers(init.headers)].filter(([name]) => !name.startsWith("x-stainless-"))),
        "user-agent": "flowc",
        "accept-encoding": "gzip, deflate, br",
        "content-length": String(content.length),
      },
      body: { length: content.length, content },
    };
    const send = () => follow(request, transport, MOST_REDIRECTS);
    const { statusCode, headers, bytes } = await retrying(send, request.method, retry, transport);
    const { "content-encoding": _done, "content-length": _length, ...rest } = headers;
    if (statusCode < 200 || statusCode > 599)
      throw new FlowError("provider", `${request.url.host} answered ${statusCode}`);
    const body = withoutBody.has(statusCode) ? null : new Uint8Array(bytes);
    return new Response(body, { status: statusCode, headers: rest });
  };
}

/** A Response of such a status refuses every body, an empty one too. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** No choices at all is an answer too; a choice without a message is not. What calls hold is checked where they are made. */
function isCompletion(value: unknown): value is ChatCompletion {
  const { choices, usage } = (value ?? {}) as { readonly choices?: unknown; readonly usage?: unknown };
  return Array.isArray(choices) && choices.every(isChoice) && (usage === undefined || usage === null || isMap(usage));
}

function isChoice(choice: unknown): boolean {
  const message = isMap(choice) ? choice["message"] : undefined;
  if (!isMap(message)) return false;
  const { content = null, tool_calls: calls = null } = message;
  const isText = content === null || typeof content === "string";
  return isText && (calls === null || (Array.isArray(calls) && calls.every((call) => isMap(call))));
}

function failureOf(error: unknown, provider: Provider): FlowError {
  if (error instanceof FlowError) return error;
  if (error instanceof APIConnectionError) {
    if (error.cause instanceof FlowError) return error.cause;
    return new FlowError("infra", `no answer from ${hostOf(provider)}`, { cause: error });
  }
  const said = error instanceof APIError ? providerMessage(error.error, provider) : "";
  const status = error instanceof APIError && error.status !== undefined ? ` ${error.status}` : "";
  if (status === "") return new FlowError("provider", `${hostOf(provider)} answered with JSON that cannot be read`);
  return new FlowError("provider", `${hostOf(provider)} answered${status}${said === "" ? "" : `: ${said}`}`);
}

/** What the provider says, in one line. Some repeat the key, whole or with stars in it. */
function providerMessage(error: unknown, { apiKey }: Provider): string {
  const message = typeof error === "string" ? error : (error as { message?: unknown } | undefined)?.message;
  if (typeof message !== "string") return "";
  const withoutKey = apiKey === undefined ? message : withoutSecret(message, apiKey);
  const line = withoutKey
    .replaceAll(/\bsk-[\w*.-]{4,}/g, "***")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function hostOf({ baseUrl }: Provider): string {
  return new URL(baseUrl).host;
}
