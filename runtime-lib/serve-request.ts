import type { IncomingMessage } from "node:http";
import type { ServiceDefinition, WorkflowDefinition } from "./definition.ts";
import { RunTimeout } from "./errors.ts";
import { fromCommandLine } from "./inputs.ts";
import { execute, type Prepared, type RunResult } from "./run.ts";
import type { RunRequest } from "./run-state.ts";
import type { ServerState } from "./serve.ts";
import { readBody } from "./serve-body.ts";
import { RequestProblem } from "./serve-problem.ts";
import { isMap, text } from "./values.ts";

/** One request while it is answered. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  /** Aborted when the client has gone, the time is over or the server ends. */
  readonly signal: AbortSignal;
  abort(reason: Error): void;
}

interface Call {
  readonly state: ServerState;
  readonly service: ServiceDefinition;
  readonly prepared: Prepared;
  /** Of the path, such as `:id`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly exchange: Exchange;
}

const defaultBodyBytes = 1_048_576;
const defaultTimeoutMs = 300_000;

/** Runs what the build prepared for this route and method, and makes the response of its result. */
export async function answerRequest(call: Call): Promise<Response> {
  const { state, service, exchange } = call;
  if (state.running.size > (service.maxConcurrent ?? Number.POSITIVE_INFINITY)) {
    throw new RequestProblem(429, "too many requests at a time", {
      failureClass: "infra",
      headers: { "Retry-After": "1" },
    });
  }
  const timeoutMs = service.requestTimeoutMs ?? defaultTimeoutMs;
  const limit = service.maxBodyBytes ?? defaultBodyBytes;
  const { body, file, remove } = await readBody(exchange.incoming, { limit, timeoutMs });
  const timer = setTimeout(() => exchange.abort(tooLate(timeoutMs)), Math.min(timeoutMs, 0x7fffffff));
  try {
    const request = { ...requestOf(call), body, file };
    const { onEvent } = state.options;
    const inputs = inputsOf(state.definition, request);
    const options = { inputs, request, signal: exchange.signal, ...(onEvent && { onEvent }) };
    return respond(await execute(state.definition, options, call.prepared));
  } finally {
    clearTimeout(timer);
    remove();
  }
}

function tooLate(timeoutMs: number): RunTimeout {
  return new RunTimeout("timeout", `the request exceeded its timeout of ${timeoutMs / 1000}s`);
}

function requestOf({ exchange: { incoming }, query, parameters }: Call): RunRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = [value].flat().join(", ");
  const path = incoming.url?.split("?", 1)[0] ?? "/";
  const ip = incoming.socket.remoteAddress;
  return { method: incoming.method ?? "GET", path, headers, query: { ...query, ...parameters }, ...(ip && { ip }) };
}

/** The fields of the body go over the parameters of path and query; what is not declared is left to `get('body')`. */
function inputsOf(definition: WorkflowDefinition, { query = {}, body }: RunRequest): Record<string, unknown> {
  const inputs: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(query)) inputs[name] = fromCommandLine(definition, name, value);
  if (isMap(body)) for (const [name, value] of Object.entries(body)) inputs[name] = value;
  if (!definition.closedInputs) return inputs;
  const declared = definition.inputs.filter(({ name }) => inputs[name] !== undefined);
  return Object.fromEntries(declared.map(({ name }) => [name, inputs[name]]));
}

/** `apiResponse` as written; the value of a resource without one is a success. */
function respond({ value, apiResponse }: RunResult): Response {
  const body = JSON.stringify(apiResponse === undefined ? { success: true, response: value } : value);
  const status = statusOf(apiResponse?.statusCode);
  const empty = status === 204 || status === 205 || status === 304;
  const headers = headersOf(apiResponse?.headers);
  return new Response(empty ? null : body, { status, headers });
}

function statusOf(given: unknown): number {
  if (given === undefined || given === null) return 200;
  const status = Number(given);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new RequestProblem(500, "the workflow answered with an unusable status code", { failureClass: "tool_runtime" });
}

const json = { "Content-Type": "application/json" };

/** Names and values are checked by Headers: a line break in a value cannot split the answer. */
function headersOf(given: unknown): Headers | Record<string, string> {
  if (!isMap(given)) return json;
  const headers = new Headers(json);
  for (const [name, value] of Object.entries(given)) if (value !== null) headers.set(name, text(value));
  return headers;
}
