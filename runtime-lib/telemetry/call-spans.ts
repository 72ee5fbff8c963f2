import type { TracedCall } from "../run/trace.ts";
import { isMap } from "../run/values.ts";
import type { Attributes, SpanStart } from "./span.ts";

/** What a kind of call is as a span, and what its answer adds. */
interface CallSpans {
  start(request: Asked, call: TracedCall): SpanStart;
  answered?(answer: Asked): Attributes;
}

type Asked = Readonly<Record<string, unknown>>;

/** How a call is shown, by OpenTelemetry's semantic conventions; undefined for what is no span of its own. */
export function callSpan(call: TracedCall): SpanStart | undefined {
  const started = kinds[call.kind]?.start(call.request as Asked, call);
  const { item, attempt = 1 } = call.step;
  if (started === undefined) return undefined;
  const place = { "flowc.item": item?.index, ...(attempt > 1 && { "flowc.attempt": attempt }) };
  return { ...started, kind: 2, attributes: { ...started.attributes, ...place } };
}

/** What the answer to a call adds to its span. */
export function answerAttributes(kind: string, answer: unknown): Attributes {
  return isMap(answer) ? (kinds[kind]?.answered?.(answer) ?? {}) : {};
}

const kinds: Readonly<Record<string, CallSpans>> = {
  httpClient: { start: httpSpan, answered: httpAnswer },
  chat: { start: chatSpan, answered: chatAnswer },
  sql: { start: sqlSpan },
  exec: { start: () => ({ name: "exec" }), answered: processAnswer },
  python: { start: () => ({ name: "python" }), answered: processAnswer },
  memory: {
    start: ({ action }) => ({ name: `memory ${text(action)}`, attributes: { "db.system.name": "sqlite" } }),
  },
};

/** "HTTP client span". A query may hold secrets, and is left out. */
function httpSpan({ method, url }: Asked, { step }: TracedCall): SpanStart {
  const { origin, pathname, hostname, port, protocol } = new URL(text(url));
  return {
    name: text(method),
    attributes: {
      "http.request.method": text(method),
      "url.full": step.redact?.(`${origin}${pathname}`),
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    },
  };
}

function httpAnswer({ statusCode }: Asked): Attributes {
  const isError = Number(statusCode) >= 400;
  return { "http.response.status_code": Number(statusCode), ...(isError && { "error.type": text(statusCode) }) };
}

/** "Inference" of the conventions for generative AI; neither prompts nor answers. */
function chatSpan({ model, temperature, top_p, seed, stop, ...rest }: Asked): SpanStart {
  const maxTokens = rest["max_tokens"] ?? rest["max_completion_tokens"];
  return {
    name: `chat ${text(model)}`,
    attributes: {
      "gen_ai.operation.name": "chat",
      // What it speaks: the API is OpenAI's, whoever answers.
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": text(model),
      "gen_ai.request.temperature": number(temperature),
      "gen_ai.request.top_p": number(top_p),
      "gen_ai.request.seed": number(seed),
      "gen_ai.request.max_tokens": number(maxTokens),
      "gen_ai.request.stop_sequences": stop === undefined ? undefined : [stop].flat().map(text),
    },
  };
}

function chatAnswer({ id, model, choices, usage }: Asked): Attributes {
  const reasons = Array.isArray(choices) ? choices.map((choice: Asked) => text(choice?.["finish_reason"])) : [];
  const { prompt_tokens: input, completion_tokens: output } = (usage ?? {}) as Asked;
  return {
    "gen_ai.response.id": id === undefined ? undefined : text(id),
    "gen_ai.response.model": model === undefined ? undefined : text(model),
    "gen_ai.response.finish_reasons": reasons,
    "gen_ai.usage.input_tokens": number(input),
    "gen_ai.usage.output_tokens": number(output),
  };
}

/** "Database client span"; a statement may hold what is personal, so only its first word. */
function sqlSpan({ connection, query, queries }: Asked): SpanStart {
  const statement = text(query ?? (queries as readonly Asked[] | undefined)?.[0]?.["query"]);
  const [operation = ""] = statement.trim().split(/\s/, 1);
  return {
    name: `${operation.toUpperCase()} ${text(connection)}`.trim(),
    attributes: {
      "db.operation.name": operation.toUpperCase(),
      "db.client.connection.pool.name": text(connection),
    },
  };
}

function processAnswer({ exitCode, code }: Asked): Attributes {
  return { "process.exit.code": number(exitCode ?? code) };
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function text(value: unknown): string {
  return String(value ?? "");
}
