import type { RequestTrace } from "../run/trace.ts";
import { RunSpans } from "./run-spans.ts";
import type { ServerMetrics } from "./server-metrics.ts";
import { now, type Span, type SpanStart, spanKinds } from "./span.ts";

/** Others count as one: a client may make up any number of them. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"]);

/** The span of a request and its part of the metrics, by the semantic conventions for HTTP servers. */
export function requestSpan(
  asked: { readonly method: string; readonly path: string },
  metrics: ServerMetrics,
  begin: (start: SpanStart) => Span,
): RequestTrace {
  const method = methods.has(asked.method) ? asked.method : "_OTHER";
  const always = { "http.request.method": method, "url.scheme": "http" };
  const attributes = {
    ...always,
    "url.path": asked.path,
    "http.request.method_original": original(asked.method, method),
  };
  const span = begin({ name: method === "_OTHER" ? "HTTP" : method, kind: spanKinds.server, attributes });
  metrics.active(always, 1);
  return {
    trace: new RunSpans(span),
    end: ({ status, route, cause }) => {
      if (route !== undefined) span.name = `${span.name} ${route}`;
      // What a client has done wrong is not a failure of the server (status below 500).
      const isFailure = status === undefined || status >= 500;
      const answered = {
        "http.route": route,
        "http.response.status_code": status,
        "error.type": isFailure ? (cause?.failureClass ?? String(status ?? "client_gone")) : undefined,
      };
      if (isFailure) span.fail(answered["error.type"] ?? "", cause?.message ?? "the client went away");
      else span.succeed();
      span.add(answered);
      metrics.active(always, -1);
      metrics.took((now() - span.startedAt) / 1_000, { ...always, ...answered });
      span.end();
    },
  };
}

function original(asked: string, method: string): string | undefined {
  return asked === method ? undefined : asked.slice(0, 32);
}
