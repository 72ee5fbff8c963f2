import type { IncomingMessage } from "node:http";
import type { HonoRequest } from "hono";
import { runTimeout } from "./cancellation.ts";
import type { ServiceDefinition, WorkflowDefinition } from "./definition.ts";
import { RunTimeout } from "./errors.ts";
import type { Execution } from "./execution.ts";
import { fromCommandLine } from "./inputs.ts";
import { execute, executeInOrder, type RunResult } from "./run.ts";
import type { RunFile, RunRequest } from "./run-state.ts";
import type { ServerState } from "./serve.ts";
import { type RequestBody, readBody } from "./serve-body.ts";
import type { Exchange } from "./serve-exchange.ts";
import { RequestProblem } from "./serve-problem.ts";
import { Bare, isMap, text } from "./values.ts";

/** What the requests of one route and method have in common. */
interface PreparedRoute {
  readonly state: ServerState;
  readonly service: ServiceDefinition;
  readonly execution: Execution;
  /** True where the path has parameters. */
  readonly hasParameters: boolean;
}

/** Where Hono keeps what it knows of a request; made when it is asked for. */
interface Routed {
  readonly req: HonoRequest;
}

const defaultBodyBytes = 1_048_576;
const defaultTimeoutMs = 300_000;
/** Milliseconds in which the whole body must have come, where the request has not less. */
const bodyTimeoutMs = 30_000;

/** Runs what the build prepared for this route and method, and makes the response of its result. */
export async function answerRequest(route: PreparedRoute, exchange: Exchange, routed: Routed): Promise<Response> {
  const { state, service, execution } = route;
  const { definition, running, surroundings, options } = state;
  if (running.size > (service.maxConcurrent ?? Number.POSITIVE_INFINITY)) {
    const headers = { "Retry-After": "1" };
    throw new RequestProblem(429, "too many requests at a time", { failureClass: "infra", headers });
  }
  const timeoutMs = service.requestTimeoutMs ?? defaultTimeoutMs;
  exchange.limit(Math.min(timeoutMs, bodyTimeoutMs), () => requestTimeout(timeoutMs), exchange.begin);
  const { body, file, isForm, remove } = await readBody(exchange, service.maxBodyBytes ?? defaultBodyBytes);
  limit(exchange, timeoutMs, definition.timeoutMs);
  try {
    const request = new ServedRequest(exchange, routed, { body, file });
    const { onEvent } = options;
    const hasParameters = route.hasParameters || exchange.incoming.url?.includes("?") === true;
    const inputs = inputsOf(definition, request, { hasParameters, isForm });
    const given = onEvent === undefined ? { inputs, request } : { inputs, request, onEvent };
    const prepared = { execution, surroundings, cancellation: exchange };
    // What waits for nothing is not awaited.
    return respond(
      execution.inOrder ? executeInOrder(definition, given, prepared) : await execute(definition, given, prepared),
    );
  } finally {
    remove?.();
  }
}

/** The shorter of what a request and what a run may take. */
function limit(exchange: Exchange, ofRequest: number, ofRun = Number.POSITIVE_INFINITY): void {
  if (ofRun < ofRequest) exchange.limit(ofRun, () => runTimeout(ofRun));
  else exchange.limit(ofRequest, () => requestTimeout(ofRequest));
}

function requestTimeout(timeoutMs: number): RunTimeout {
  return new RunTimeout("timeout", `the request exceeded its timeout of ${timeoutMs / 1000}s`);
}

/** The request as a run reads it. What costs something is made when it is asked for. */
class ServedRequest implements RunRequest {
  readonly body: unknown;
  readonly file: RunFile | undefined;
  readonly #incoming: IncomingMessage;
  readonly #routed: Routed;

  constructor({ incoming }: Exchange, routed: Routed, { body, file }: Pick<RequestBody, "body" | "file">) {
    this.#incoming = incoming;
    this.#routed = routed;
    this.body = body;
    this.file = file;
  }

  get method(): string {
    return this.#incoming.method ?? "GET";
  }

  get path(): string {
    return this.#incoming.url?.split("?", 1)[0] ?? "/";
  }

  /** Parameters of the path go over those of the query. */
  get query(): Readonly<Record<string, string>> {
    const { req } = this.#routed;
    return { ...req.query(), ...req.param() };
  }

  get headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#incoming.headers)) headers[name] = [value].flat().join(", ");
    return headers;
  }

  get ip(): string {
    return this.#incoming.socket.remoteAddress ?? "";
  }
}

/** The fields of the body go over the parameters of path and query; what is not declared is left to `get('body')`. */
function inputsOf(
  definition: WorkflowDefinition,
  request: ServedRequest,
  { hasParameters, isForm = false }: { readonly hasParameters: boolean; readonly isForm: boolean | undefined },
): Record<string, unknown> {
  const inputs: Record<string, unknown> = new Bare();
  const take = (name: string, value: unknown): void => {
    if (!definition.closedInputs || definition.inputs.some((input) => input.name === name)) inputs[name] = value;
  };
  const { body } = request;
  if (hasParameters) {
    for (const [name, value] of Object.entries(request.query)) take(name, fromCommandLine(definition, name, value));
  }
  if (isMap(body)) {
    for (const name of Object.keys(body)) {
      const value = body[name];
      take(name, isForm && typeof value === "string" ? fromCommandLine(definition, name, value) : value);
    }
  }
  return inputs;
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
  try {
    for (const [name, value] of Object.entries(given)) if (value !== null) headers.set(name, text(value));
  } catch {
    throw new RequestProblem(500, "the workflow answered with an unusable header", { failureClass: "tool_runtime" });
  }
  return headers;
}
