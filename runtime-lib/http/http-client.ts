import { Deadline } from "../run/deadline.ts";
import type { Failure, Validator } from "../run/definition.ts";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import type { RunEffects } from "../run/effects.ts";
import { FlowError } from "../run/errors.ts";
import { schemaProblem } from "../run/schema-problem.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import type { TraceContext } from "../run/trace.ts";
import { isMap, text } from "../run/values.ts";
import { formBody, jsonBody, type TypedBody, textBody } from "./body.ts";
import { type CacheSettings, cached, cacheKey, keep } from "./cache.ts";
import {
  checkedHeaders,
  checkedMethod,
  type Headers,
  type HttpAnswer,
  type HttpRequest,
  requestName,
  requestUrl,
} from "./message.ts";
import { follow } from "./redirect.ts";
import type { HttpResult } from "./result.ts";
import { type RetrySettings, retrying } from "./retry.ts";
import type { TlsSettings } from "./sending.ts";
import { transportOf } from "./transport.ts";

/** The `httpClient` block of a resource, expressions filled in (spec section 4). */
export interface HttpOptions {
  readonly url: string;
  /** GET, or POST where there is a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the URL's own; a list comes several times, nil is left out. */
  readonly query?: unknown;
  /** Sent as JSON. */
  readonly data?: unknown;
  /** Sent as a form. */
  readonly form?: unknown;
  /** Sent as it is. */
  readonly body?: string;
  readonly auth?: {
    readonly bearer?: string;
    readonly basic?: { readonly username: string; readonly password: string };
  };
  /** Of the whole resource, retries and redirects included. */
  readonly timeoutMs?: number;
  readonly retry?: RetrySettings;
  /** Whether redirects are followed, or how many; 20 by default. */
  readonly followRedirects?: boolean | number;
  readonly tls?: TlsSettings;
  /** URL of a proxy; empty: none, whatever the environment says. */
  readonly proxy?: string;
  readonly cache?: CacheSettings;
  /** Of the answer after decompression; 64 MiB by default. */
  readonly maxBytes?: number;
  /** true: every status but 2xx fails. A list: these codes, and classes such as `5xx`. */
  readonly failOnStatus?: boolean | readonly (number | string)[];
  /** The body of every answer is held against it. */
  readonly responseSchema?: { readonly validate: Validator };
}

const DEFAULT_REDIRECTS = 20;

/**
 * Sends a request; an answer of any status is a result. Rejects with a FlowError: validation for what cannot be a
 * request, infra without a connection or with a broken one, timeout, provider for a status in `failOnStatus`, for
 * invalid JSON, for redirects that lead nowhere and for a body that does not fit `responseSchema`, tool_runtime for an
 * answer over `maxBytes`; or with `step.signal.reason`.
 */
export async function httpClient(step: StepContext, options: HttpOptions): Promise<HttpResult> {
  const request = requestOf(options, step.effects);
  const { cache } = options;
  const key = cache && cacheKey(request, cache);
  const known = cached(step, key);
  if (known !== undefined) return known;
  const deadline = new Deadline(step, options.timeoutMs, () => requestName(request));
  try {
    const { followRedirects = true, retry = { maxAttempts: 1 } } = options;
    const most = followRedirects === true ? DEFAULT_REDIRECTS : Number(followRedirects);
    // A trace of the author's own goes before.
    const send = (context?: TraceContext) =>
      follow(
        context === undefined ? request : { ...request, headers: { ...context, ...request.headers } },
        transportOf(step, options, deadline.signal),
        most,
      );
    const asked = { kind: "httpClient", request: askedOf(request, options), signal: deadline.signal };
    const sendOrSimulate = () => throughEffects(step, asked, send);
    const answer = await retrying(sendOrSimulate, request.method, retry, deadline);
    refuseStatus(answer, options.failOnStatus ?? false);
    const result = { statusCode: answer.statusCode, headers: answer.headers, body: bodyOf(answer) };
    refuseBody(result.body, answer, options.responseSchema);
    if (cache !== undefined) keep(step, key, { result, ttlMs: cache.ttlMs });
    return result;
  } finally {
    deadline.end();
  }
}

/** The result of a request that failed and has a fallback: its body, with a status that no server gives. */
export function httpFallback(value: unknown, _failure: Failure) {
  return { statusCode: 0, headers: {}, body: value, value };
}

/** What effects learn: the request as it is sent, its body as the author gave it. */
function askedOf({ method, url, headers }: HttpRequest, { data, form, body }: HttpOptions): object {
  return { method, url: url.href, headers, body: data ?? form ?? body };
}

function requestOf(options: HttpOptions, effects: RunEffects | undefined): HttpRequest {
  const typed = typedBody(options, effects);
  const method = checkedMethod(options.method ?? (typed === undefined ? "GET" : "POST"));
  const url = requestUrl(options.url);
  addQuery(url, options.query);
  const headers = {
    accept: "*/*",
    "accept-encoding": "gzip, deflate, br",
    "user-agent": "flowc",
    ...(typed === undefined ? {} : { "content-type": typed.type }),
    ...authorization(options.auth, url),
    ...checkedHeaders(options.headers ?? {}),
    ...(typed === undefined ? {} : { "content-length": String(typed.body.length) }),
  };
  url.username = "";
  url.password = "";
  return { method, url, headers, body: typed?.body };
}

function typedBody({ data, form, body }: HttpOptions, effects: RunEffects | undefined): TypedBody | undefined {
  if (data !== undefined) return jsonBody(data);
  if (body !== undefined) return textBody(body);
  if (form === undefined || form === null) return undefined;
  if (!isMap(form)) throw new FlowError("validation", '"form" must be a map of fields');
  return formBody(form, effects);
}

function addQuery(url: URL, query: unknown): void {
  if (query === undefined || query === null) return;
  if (!isMap(query)) throw new FlowError("validation", '"query" must be a map of parameters');
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) url.searchParams.append(name, text(item));
    }
  }
}

/** The header that `auth`, or else user and password of the URL, ask for. */
function authorization(auth: HttpOptions["auth"], url: URL): Headers {
  if (auth?.bearer !== undefined) return checkedHeaders({ authorization: `Bearer ${auth.bearer}` });
  const { username, password } = auth?.basic ?? {
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  if (username === "" && password === "") return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

function refuseStatus({ statusCode, url }: HttpAnswer, failOn: boolean | readonly (number | string)[]): void {
  const isRefused =
    typeof failOn === "boolean"
      ? failOn && (statusCode < 200 || statusCode > 299)
      : failOn.some((entry) => entry === statusCode || entry === `${Math.floor(statusCode / 100)}xx`);
  if (isRefused) throw new FlowError("provider", `${url.host} answered ${statusCode}`);
}

/** What is written for one answer counts for no other: an error page fits no schema. */
function refuseBody(body: unknown, { statusCode, url }: HttpAnswer, schema: HttpOptions["responseSchema"]): void {
  if (schema === undefined || schema.validate(body)) return;
  const status = statusCode >= 200 && statusCode <= 299 ? "" : ` ${statusCode}`;
  const problem = schemaProblem(schema.validate);
  throw new FlowError("provider", `${url.host} answered${status} with a body that does not fit the schema: ${problem}`);
}

function bodyOf({ bytes, headers, statusCode, url }: HttpAnswer): unknown {
  const [, media = "", charset = "utf-8"] = contentType.exec(headers["content-type"] ?? "") ?? [];
  const content = decode(bytes, charset);
  if (!/[/+]json$/i.test(media)) return content;
  if (content.trim() === "") return null;
  try {
    return parseJson(content);
  } catch (cause) {
    // An error page that only claims to be JSON is still a result to look at.
    if (statusCode < 200 || statusCode > 299) return content;
    const problem = cause instanceof TooDeep ? tooDeep : "cannot be read";
    throw new FlowError("provider", `${url.host} answered with JSON that ${problem}`, { cause });
  }
}

const contentType = /^\s*([^\s;]+)(?:.*?;\s*charset="?([\w.:-]+))?/i;

function decode(bytes: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}
