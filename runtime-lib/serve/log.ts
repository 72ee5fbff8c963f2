import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange } from "./exchange.ts";

/** Logs a request once it is answered or its client has gone. */
export function logWhenClosed(
  log: (line: string) => void,
  { incoming, begin }: Exchange,
  outgoing: ServerResponse,
): void {
  // Not known any more when the client has reset its connection.
  const client = incoming.socket.remoteAddress ?? "-";
  outgoing.once("close", () => {
    const status = outgoing.headersSent ? String(outgoing.statusCode) : "-";
    log(logLine(client, incoming, status, performance.now() - begin));
  });
}

/**
 * Time, client, method, path, status (`-` where the client went away before its answer), milliseconds. What the client
 * sent is escaped: a line stays a line.
 */
function logLine(client: string, { method, url }: IncomingMessage, status: string, took: number): string {
  const path = JSON.stringify(url?.split("?", 1)[0] ?? "").slice(1, -1);
  return `${new Date().toISOString()} ${client} ${method} ${path} ${status} ${took.toFixed(1)}ms`;
}
