import { type Runner, runTimeout, whileRunning } from "../run/cancellation.ts";
import type { ServiceDefinition } from "../run/definition.ts";
import { RunTimeout } from "../run/errors.ts";
import type { Execution } from "../run/execution.ts";
import { execute, executeInOrder } from "../run/run.ts";
import type { RunFile, RunRequest } from "../run/state.ts";
import { type RequestBody, readBody } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import { queryOf } from "./form-fields.ts";
import type { Incoming } from "./incoming.ts";
import { RequestProblem } from "./problem.ts";
import { requestInputs } from "./request-inputs.ts";
import { respond } from "./response.ts";
import { pathParameters } from "./route.ts";
import type { ServerState } from "./state.ts";

/** What the requests of one route and method have in common. */
interface PreparedRoute {
  readonly state: ServerState;
  readonly service: ServiceDefinition;
  readonly execution: Execution;
  /** As it is declared: `/users/:id`. */
  readonly path: string;
  /** True where it has parameters. */
  readonly hasParameters: boolean;
  readonly readsFields: boolean;
}

const defaultBodyBytes = 1_048_576;
const defaultTimeoutMs = 300_000;
/** Milliseconds in which the whole body must have come, where the request has not less. */
const bodyTimeoutMs = 30_000;

/** Runs what the build prepared for this route and method, and makes the response of its result. `path` is decoded. */
export async function answerRequest(route: PreparedRoute, exchange: Exchange, path: string): Promise<Response> {
  const { state, service, execution } = route;
  const { definition, running, surroundings, options } = state;
  if (running.size > (service.maxConcurrent ?? Number.POSITIVE_INFINITY)) {
    const headers = { "Retry-After": "1" };
    throw new RequestProblem(429, "too many requests at a time", { failureClass: "infra", headers });
  }
  const timeoutMs = service.requestTimeoutMs ?? defaultTimeoutMs;
  exchange.limit(bodyLimit(service), (runner) => requestTimeout(timeoutMs, runner), exchange.begin);
  const { body, file, isForm, remove } = await readBody(exchange, service.maxBodyBytes ?? defaultBodyBytes);
  limit(exchange, timeoutMs, definition.timeoutMs);
  try {
    const declared = route.hasParameters ? route.path : undefined;
    const request = new ServedRequest(exchange, { body, file, declared, path });
    const { onEvent, onDetail, folder, start = execute } = options;
    const hasParameters = route.hasParameters || exchange.incoming.url?.includes("?") === true;
    const kind = { hasParameters, isForm: isForm === true, readsFields: route.readsFields };
    const inputs = requestInputs(definition, request, kind);
    const { runId, trace } = exchange;
    const given = { inputs, request, runId, folder, trace, ...(onEvent && { onEvent }), ...(onDetail && { onDetail }) };
    if (options.runs !== undefined) return await options.runs.answer(given, exchange);
    const prepared = { execution, surroundings, cancellation: exchange };
    // What waits for nothing is not awaited.
    return respond(
      execution.inOrder && start === execute
        ? executeInOrder(definition, given, prepared)
        : await start(definition, given, prepared),
      runId,
    );
  } finally {
    remove?.();
  }
}

/** Milliseconds in which the whole body of a request must have come. */
export function bodyLimit({ requestTimeoutMs = defaultTimeoutMs }: ServiceDefinition): number {
  return Math.min(requestTimeoutMs, bodyTimeoutMs);
}

/** The shorter of what a request and what a run may take. */
function limit(exchange: Exchange, ofRequest: number, ofRun = Number.POSITIVE_INFINITY): void {
  if (ofRun < ofRequest) exchange.limit(ofRun, (runner) => runTimeout(ofRun, runner));
  else exchange.limit(ofRequest, (runner) => requestTimeout(ofRequest, runner));
}

function requestTimeout(timeoutMs: number, runner: Runner | undefined): RunTimeout {
  return new RunTimeout("timeout", `the request exceeded its timeout of ${timeoutMs / 1000}s${whileRunning(runner)}`);
}

/** What is known of a request beside its head: its body, and where it goes. */
interface RequestParts extends Pick<RequestBody, "body" | "file"> {
  /** The path of its route, if that has parameters. */
  readonly declared: string | undefined;
  /** Its own, decoded. */
  readonly path: string;
}

/** The request as a run reads it. What costs something is made when it is asked for. */
class ServedRequest implements RunRequest {
  readonly body: unknown;
  readonly file: RunFile | undefined;
  readonly #exchange: Exchange;
  readonly #incoming: Incoming;
  readonly #declared: string | undefined;
  readonly #path: string;
  #query: Readonly<Record<string, string>> | undefined;

  constructor(exchange: Exchange, { body, file, declared, path }: RequestParts) {
    this.#exchange = exchange;
    this.#incoming = exchange.incoming;
    this.#declared = declared;
    this.#path = path;
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
    this.#query ??= this.#readQuery();
    return this.#query;
  }

  get headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#incoming.headers)) headers[name] = [value].flat().join(", ");
    return headers;
  }

  get ip(): string {
    return this.#exchange.client;
  }

  #readQuery(): Readonly<Record<string, string>> {
    const { url = "" } = this.#incoming;
    const at = url.indexOf("?");
    const query = at === -1 ? {} : queryOf(url.slice(at));
    return this.#declared === undefined ? query : { ...query, ...pathParameters(this.#declared, this.#path) };
  }
}
