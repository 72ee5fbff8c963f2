import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { digest, holdsToken } from "./bearer-token.ts";
import { Cancellation } from "./cancellation.ts";
import { checkMachine } from "./check-machine.ts";
import { noResource, type RequestPlan, type ServiceDefinition, type WorkflowDefinition } from "./definition.ts";
import { FlowError, RunTimeout } from "./errors.ts";
import type { EventSink } from "./events.ts";
import { matchPath, requestExecution } from "./execution.ts";
import { listen } from "./listen.ts";
import { newRun, type Surroundings, surroundings } from "./run.ts";
import { Connections } from "./serve-connections.ts";
import { Exchange } from "./serve-exchange.ts";
import { logWhenClosed } from "./serve-log.ts";
import { problemBody, RequestProblem, toProblem } from "./serve-problem.ts";
import { answerRequest } from "./serve-request.ts";
import { Step } from "./step.ts";

/** How a server is started. */
export interface ServeOptions {
  /** Address to listen on; default: `settings.apiServer.hostIp`, else 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default: `settings.apiServer.portNum`, else 16395; 0 takes a free one. */
  readonly port?: number | undefined;
  /** Takes the events of every run. */
  readonly onEvent?: EventSink | undefined;
  /** Takes a line for each answered request. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A running server. */
export interface Service {
  readonly url: string;
  readonly port: number;
  /** True where callers need no token. */
  readonly open: boolean;
  /** Stops accepting; resolves when what was accepted has been answered, after 10 s at the latest. */
  stop(): Promise<void>;
}

const defaults = { host: "127.0.0.1", port: 16395 };
/** Milliseconds that running requests have after `stop` (spec section 9). */
const graceMs = 10_000;
/** Milliseconds in which the headers of a request must have come. */
const headersTimeoutMs = 15_000;
/** Milliseconds between two looks at the deadlines of requests. */
const lookMs = 100;
/** Milliseconds without a new connection before the server stops accepting, and how long it waits for them at most. */
const quietMs = 50;
const longestQuietMs = 1_000;
/** Milliseconds after `stop` until connections without a request are closed: what they have sent is answered. */
const idleMs = 1_000;

/**
 * Serves a workflow over HTTP (spec section 9). Rejects with class infra where it cannot listen, with preflight where
 * the token is empty, an environment variable is missing or the bundle is for another platform.
 */
export async function serve(definition: WorkflowDefinition, options: ServeOptions = {}): Promise<Service> {
  checkMachine(definition);
  const service = definition.service ?? {};
  const state: ServerState = {
    definition,
    options,
    running: new Set(),
    stopping: false,
    gate: undefined,
    surroundings: surroundings(),
  };
  const token = tokenOf(state);
  const app = application(state, service, token);
  const serverOptions = { headersTimeout: headersTimeoutMs, requestTimeout: 0, connectionsCheckingInterval: 1_000 };
  // HTTP/1.0 may come without a host, whose name nobody reads.
  const server = createServer(serverOptions, getRequestListener(app.fetch, { hostname: "localhost", errorHandler }));
  const connections = new Connections(server, state.running);
  const host = options.host ?? service.host ?? defaults.host;
  await listen(server, options.port ?? service.port ?? defaults.port, host);
  const lookout = setInterval(() => {
    const now = performance.now();
    for (const current of state.running) current.look(now);
  }, lookMs);
  server.once("close", () => clearInterval(lookout));
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return { url, port, open: token === undefined, stop: () => stop(server, state, connections) };
}

/** What the requests of one server share. */
export interface ServerState {
  readonly definition: WorkflowDefinition;
  readonly options: ServeOptions;
  readonly running: Set<Exchange>;
  readonly surroundings: Surroundings;
  stopping: boolean;
  /** While the server is about to stop accepting: new requests wait for it. */
  gate: Promise<void> | undefined;
}

type Bindings = { Bindings: HttpBindings };

function application(state: ServerState, service: ServiceDefinition, token: Buffer | undefined): Hono<Bindings> {
  const { definition } = state;
  const app = new Hono<Bindings>();
  if (service.allowOrigins !== undefined) {
    const origin = service.allowOrigins.includes("*") ? "*" : [...service.allowOrigins];
    const allowMethods = [...new Set(["HEAD", ...(definition.requests ?? []).map(({ method }) => method)])];
    const answer = cors({ origin, allowMethods, maxAge: 600 });
    // OPTIONS that no browser sends ahead of a request asks for the methods of a path.
    app.use((context, next) =>
      context.req.method === "OPTIONS" && !context.req.header("access-control-request-method")
        ? next()
        : answer(context, next),
    );
  }
  const { healthPath } = service;
  if (healthPath !== undefined) app.get(healthPath, (context) => context.json({ success: true, response: "ok" }));
  for (const plan of definition.requests ?? []) {
    const execution = requestExecution(definition, plan);
    const route = { state, service, execution, hasParameters: plan.path.includes(":") };
    // GET answers HEAD too, as in all of HTTP.
    app.on(plan.method, plan.path, (context) =>
      exchange(state, context.env, (exchange) => {
        authorize(exchange.incoming, token);
        return answerRequest(route, exchange, context);
      }),
    );
  }
  app.notFound(({ env, req }) =>
    exchange(state, env, () => {
      const health = healthPath === undefined ? [] : [{ path: healthPath, method: "GET" }];
      return refuse([...(definition.requests ?? []), ...health], req.method, req.path);
    }),
  );
  return app;
}

/** Answers one request, whatever happens, and logs it. */
async function exchange(
  state: ServerState,
  { incoming, outgoing }: HttpBindings,
  answer: (exchange: Exchange) => Response | Promise<Response>,
): Promise<Response> {
  const { running, definition, options } = state;
  const current = new Exchange(incoming);
  if (options.log !== undefined) logWhenClosed(options.log, current, outgoing);
  running.add(current);
  let response: Response;
  try {
    if (state.gate !== undefined) await state.gate;
    response = await answer(current);
  } catch (thrown) {
    response = problemResponse(toProblem(thrown, definition));
  } finally {
    running.delete(current);
  }
  if (state.stopping || current.isLast) response.headers.set("Connection", "close");
  return response;
}

/** What Hono's adapter says of a request that is none, such as one whose host is no host. */
function errorHandler(error: unknown): Response {
  const known = error instanceof RequestError;
  return problemResponse(
    known
      ? new RequestProblem(400, "the request is not valid HTTP")
      : new RequestProblem(500, "internal error", { failureClass: "tool_runtime" }),
  );
}

function problemResponse(problem: RequestProblem): Response {
  const headers = { "Content-Type": "application/json", ...problem.headers };
  return new Response(problemBody(problem), { status: problem.status, headers });
}

/** Why no route took the request: its path is unknown (404), or its method (405, and what is allowed). */
function refuse(plans: readonly Pick<RequestPlan, "path" | "method">[], method: string, path: string): Response {
  const methods = plans.filter((plan) => matchPath(plan.path, path) !== undefined).map((plan) => plan.method);
  if (methods.length === 0) throw new RequestProblem(404, "no such route");
  const allowed = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort().join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allowed } });
  throw new RequestProblem(405, `the route does not take ${method}`, { headers: { Allow: allowed } });
}

/** SHA-256 of the token that callers must send; undefined where none is asked for. */
function tokenOf({ definition, options, surroundings }: ServerState): Buffer | undefined {
  const { token } = definition.service ?? {};
  if (token === undefined) return undefined;
  const run = newRun(definition, options, new Cancellation(), surroundings);
  const value = token(new Step(run, noResource));
  if (value === "") throw new FlowError("preflight", "settings.apiServer.auth.token is empty");
  return digest(value);
}

function authorize({ headers }: IncomingMessage, token: Buffer | undefined): void {
  if (token === undefined || holdsToken(headers.authorization, token)) return;
  throw new RequestProblem(401, "a bearer token is needed", { headers: { "WWW-Authenticate": "Bearer" } });
}

async function stop(server: HttpServer, state: ServerState, connections: Connections): Promise<void> {
  // The system accepts connections for us, and cuts those that we have not taken when the door closes. So it closes in
  // a quiet moment: whoever comes meanwhile waits for his answer, and so does not come again.
  let open = (): void => undefined;
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  await quietMoment(server);
  // http's own close would cut connections whose next request may be on its way.
  const closed = new Promise<void>((done) => void Server.prototype.close.call(server, () => done()));
  // Told only now to leave: a client that comes back at once would knock while the door closes.
  state.stopping = true;
  state.gate = undefined;
  open();
  const idle = setInterval(() => connections.closeUnused(), idleMs);
  const deadline = setTimeout(() => {
    const reason = new RunTimeout("timeout", "the server is shutting down");
    for (const current of state.running) current.abort(reason);
    setTimeout(() => server.closeAllConnections(), 2_500);
  }, graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/** Resolves when no connection has come for a while, or after a second. */
function quietMoment(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(longest);
      server.off("connection", again);
      resolve();
    };
    const again = (): void => void quiet.refresh();
    const quiet = setTimeout(end, quietMs);
    const longest = setTimeout(end, longestQuietMs);
    server.on("connection", again);
  });
}
