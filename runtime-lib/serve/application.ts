import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { ServiceDefinition, WorkflowDefinition } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import { requestExecution } from "../run/execution.ts";
import { authorize } from "./authorize.ts";
import { Exchange } from "./exchange.ts";
import type { Bindings } from "./incoming.ts";
import { logWhenClosed } from "./log.ts";
import { toProblem } from "./problem.ts";
import { answerRequest } from "./request.ts";
import { requestIdHeader, requestIdOf } from "./request-id.ts";
import { problemResponse, refuse } from "./response.ts";
import { findRoute } from "./route.ts";
import type { ServerState } from "./state.ts";
import { traceUntilClosed } from "./trace-until-closed.ts";

type Env = { Bindings: Bindings };

/**
 * All that a server workflow answers, for each edge that takes requests: `serve` on a port, `fetch` in somebody else's
 * server. `token`: the SHA-256 of the token that callers must send.
 */
export function application(state: ServerState, token: Buffer | undefined): Hono<Env> {
  const { definition } = state;
  const { service = {} } = definition;
  const app = new Hono<Env>();
  if (service.allowOrigins !== undefined) {
    const origin = service.allowOrigins.includes("*") ? "*" : [...service.allowOrigins];
    const allowMethods = [...new Set(["HEAD", ...(definition.requests ?? []).map(({ method }) => method)])];
    const answer = cors({ origin, allowMethods, maxAge: 600 });
    // OPTIONS that no browser sends ahead of a request asks for the methods of a path.
    app.use((context, next) =>
      context.req.method === "OPTIONS" && !context.req.header("access-control-request-method")
        ? next()
        : answer(identified(context), next),
    );
  }
  const routes = preparedRoutes(state, service);
  const health = service.healthPath === undefined ? [] : [{ path: service.healthPath, method: "GET" }];
  const answer = (context: Context<Env>): Response | Promise<Response> => {
    const { method, path } = context.req;
    if (findRoute(health, method, path)) return identified(context).json({ success: true, response: "ok" });
    return exchange(state, context.env, (exchange) => {
      const { runs } = state.options;
      const run = runs?.runAt(path);
      if (runs !== undefined && run !== undefined) {
        authorize(exchange.incoming.headers.authorization, token);
        return runs.show(run, exchange);
      }
      const route = findRoute(routes, method, path);
      if (route === undefined) return refuse([...routes, ...health], method, path);
      exchange.route = route.path;
      authorize(exchange.incoming.headers.authorization, token);
      return answerRequest(route, exchange, path);
    });
  };
  // What matches here is the same for a request without a server; a line break in a path only counts as not found.
  app.all("*", answer);
  app.notFound(answer);
  return app;
}

function preparedRoutes(state: ServerState, service: ServiceDefinition) {
  const { definition } = state;
  return (definition.requests ?? []).map((plan) => ({
    state,
    service,
    execution: requestExecution(definition, plan),
    path: plan.path,
    method: plan.method,
    hasParameters: plan.path.includes(":"),
    readsFields: plan.readsFields === true,
  }));
}

/** Answers one request, whatever happens, and logs it. */
async function exchange(
  state: ServerState,
  bindings: Bindings,
  answer: (exchange: Exchange) => Response | Promise<Response>,
): Promise<Response> {
  const { running, definition, options } = state;
  const { incoming, outgoing } = bindings;
  const current = new Exchange(incoming, requestIdOf(incoming), proxiesOf(definition));
  const { log, logFormat = "text", telemetry } = options;
  if (log !== undefined) logWhenClosed({ write: log, format: logFormat, definition }, current, outgoing);
  if (telemetry !== undefined) traceUntilClosed(telemetry, current, outgoing);
  running.add(current);
  let response: Response;
  try {
    if (state.gate !== undefined) await state.gate;
    response = await answer(current);
    if (current.route === undefined) identify(bindings, current.runId);
  } catch (thrown) {
    const problem = toProblem(thrown, definition);
    // What the client does not learn.
    current.cause = thrown instanceof FlowError ? thrown : problem;
    identify(bindings, current.runId);
    response = problemResponse(problem);
  } finally {
    running.delete(current);
  }
  if (state.stopping || current.isLast) response.headers.set("Connection", "close");
  return response;
}

/** How many proxies stand in front of the server. */
function proxiesOf({ service: { trustProxy = 0 } = {} }: WorkflowDefinition): number {
  return Number(trustProxy);
}

/** Names the request in its answer. A result names it itself: Node writes an answer slowly that has got headers before. */
export function identify({ incoming, outgoing }: Bindings, id = requestIdOf(incoming)): void {
  outgoing.setHeader(requestIdHeader, id);
}

function identified(context: Context<Env>): Context<Env> {
  identify(context.env);
  return context;
}
