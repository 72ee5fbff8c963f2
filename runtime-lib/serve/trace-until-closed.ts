import type { Telemetry } from "../run/trace.ts";
import type { Exchange } from "./exchange.ts";
import type { Outgoing } from "./incoming.ts";

/** Traces a request until it is answered or its client has gone, in the trace that the client names. */
export function traceUntilClosed(telemetry: Telemetry, exchange: Exchange, outgoing: Outgoing): void {
  const { method = "", url = "", headers } = exchange.incoming;
  const { traceparent, tracestate } = headers;
  const context = {
    ...(typeof traceparent === "string" && { traceparent }),
    ...(typeof tracestate === "string" && { tracestate }),
  };
  const request = telemetry.request(method, url.split("?", 1)[0] ?? "", context);
  exchange.trace = request.trace;
  outgoing.once("close", () => {
    const { route, cause } = exchange;
    request.end({ status: outgoing.headersSent ? outgoing.statusCode : undefined, route, cause });
  });
}
