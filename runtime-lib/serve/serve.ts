import { createServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { cancelled } from "../run/cancellation.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, RunTimeout } from "../run/errors.ts";
import { closeKept } from "../run/kept.ts";
import { identify } from "./application.ts";
import { Connections } from "./connections.ts";
import { listen } from "./listen.ts";
import { Lookout } from "./lookout.ts";
import { prepared } from "./prepared.ts";
import { RequestProblem } from "./problem.ts";
import { bodyLimit } from "./request.ts";
import { problemResponse } from "./response.ts";
import type { ServeOptions, ServerState } from "./state.ts";

export type { ServeOptions } from "./state.ts";

/** A running server. */
export interface Service {
  readonly url: string;
  readonly port: number;
  /** True where callers need no token. */
  readonly open: boolean;
  /** Ends what runs, with this failure; the server goes on. */
  fail(reason: FlowError): void;
  /** Stops accepting; resolves when what was accepted has been answered, after 10 s at the latest. */
  stop(): Promise<void>;
}

/** Where a server listens by itself. */
export const defaults = { host: "127.0.0.1", port: 16395 };
/** Milliseconds that running requests have after `stop` (spec section 9). */
const graceMs = 10_000;
/** Milliseconds in which the headers of a request must have come. */
const headersTimeoutMs = 15_000;
/** Milliseconds after which a request that is still coming is cut off, where it has not been answered as too slow. */
const marginMs = 2_000;
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
  const { state, token, app } = prepared(definition, options);
  const service = definition.service ?? {};
  // Also of requests that are answered before all of them has come: nobody looks at the rest.
  const requestTimeout = bodyLimit(service) + marginMs;
  const headersTimeout = Math.min(headersTimeoutMs, requestTimeout);
  const serverOptions = { headersTimeout, requestTimeout, connectionsCheckingInterval: 1_000 };
  // HTTP/1.0 may come without a host, whose name nobody reads.
  const answer = getRequestListener(app.fetch, {
    hostname: "localhost",
    errorHandler: (error) => notHttp(error, latest),
  });
  // What is not HTTP is refused before another request comes.
  let latest: HttpBindings | undefined;
  const server = createServer(serverOptions, (incoming, outgoing) => {
    latest = { incoming, outgoing };
    return answer(incoming, outgoing);
  });
  const connections = new Connections(server, state.running);
  const host = options.host ?? service.host ?? defaults.host;
  await listen(server, options.port ?? service.port ?? defaults.port, host);
  const lookout = new Lookout(state.running);
  lookout.begin();
  server.once("close", () => lookout.end());
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    url,
    port,
    open: token === undefined,
    fail: (reason) => {
      for (const current of state.running) current.abort(cancelled(reason));
    },
    stop: () => stop(server, state, connections),
  };
}

/** The answer to what Hono's adapter does not take for a request, such as one whose host is not a host. */
function notHttp(error: unknown, bindings: HttpBindings | undefined): Response {
  if (bindings !== undefined) identify(bindings);
  const known = error instanceof RequestError;
  return problemResponse(
    known
      ? new RequestProblem(400, "the request is not valid HTTP")
      : new RequestProblem(500, "internal error", { failureClass: "tool_runtime" }),
  );
}

async function stop(server: HttpServer, state: ServerState, connections: Connections): Promise<void> {
  // The system accepts connections for us, and cuts those that we have not taken when the door closes. So it closes in
  // a quiet moment: clients that come meanwhile wait for their answer, and so do not come again.
  let open = (): void => undefined;
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  await quietMoment(server);
  // http's own close would cut connections whose next request may be on its way. Bun has that one alone.
  const { close } = server instanceof Server ? Server.prototype : server;
  const closed = new Promise<void>((done) => void close.call(server, () => done()));
  // Closed only now: a client that comes back at once would knock while the door closes.
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
  closeKept();
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
