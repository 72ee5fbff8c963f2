import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { FlowError } from "../errors.ts";
import { formatDuration, startTimer } from "../timer.ts";
import type { Connections } from "./connections.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { loadHttp, loadHttps } from "./modules.ts";
import { NetworkError } from "./network-error.ts";
import { receive } from "./receive.ts";

/** How a request is sent, beside what it says. */
export interface Transport {
  readonly connections: Connections;
  /** Aborted with the reason to fail with. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Longest time without a byte from the server. Undefined: the signal is the only bound. */
  readonly idleMs: number | undefined;
  readonly tls: TlsSettings | undefined;
  /** The proxy for a URL, if any. */
  readonly proxyFor: (url: URL) => URL | undefined;
}

/** Certificates and keys as PEM. */
export interface TlsSettings {
  readonly rejectUnauthorized?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  readonly servername?: string;
}

/**
 * Sends one request and reads the whole answer. Rejects with a NetworkError, with timeout where the server is silent
 * for too long, with the reason of the signal at once when that is aborted, and as `receive` does.
 */
export async function exchange(request: HttpRequest, transport: Transport): Promise<HttpAnswer> {
  try {
    return await attempt(request, transport);
  } catch (error) {
    // A server may close an idle connection at the very moment at which it is used again.
    if (!(error instanceof StaleConnection)) throw error;
    if (!repeatable.has(request.method)) throw error.failure;
    return attempt(request, transport);
  }
}

/** Asking for the same twice changes nothing. */
export const repeatable: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "QUERY"]);

class StaleConnection extends Error {
  readonly failure: NetworkError;

  constructor(failure: NetworkError) {
    super(failure.message);
    this.failure = failure;
  }
}

async function attempt(request: HttpRequest, transport: Transport): Promise<HttpAnswer> {
  const { signal, idleMs } = transport;
  signal.throwIfAborted();
  const client = await open(request, transport);
  let refresh = (): void => undefined;
  let release = (): void => undefined;
  try {
    return await new Promise<HttpAnswer>((resolve, reject) => {
      const abort = (): void => void client.destroy(signal.reason);
      let cancel = (): void => undefined;
      refresh = () => {
        cancel();
        cancel = startTimer(idleMs, () => client.destroy(silence(idleMs)));
      };
      release = () => {
        cancel();
        signal.removeEventListener("abort", abort);
      };
      signal.addEventListener("abort", abort, { once: true });
      refresh();
      client.on("error", reject);
      client.once("response", (message: IncomingMessage) => {
        refresh();
        answerOf(message, request.url, { transport, alive: refresh }).then(resolve, reject);
      });
      send(client, request, refresh).catch((error: Error) => void client.destroy(error));
      if (signal.aborted) abort();
    });
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    if (error instanceof FlowError) throw error;
    const failure = new NetworkError(peerOf(request.url, transport).host, error);
    const stale = client.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
    throw stale ? new StaleConnection(failure) : failure;
  } finally {
    release();
  }
}

/** Who is at the other end of the connection: of a plain request through a proxy, that. */
function peerOf(url: URL, { proxyFor }: Transport): URL {
  return (url.protocol === "http:" ? proxyFor(url) : undefined) ?? url;
}

function silence(idleMs: number | undefined): FlowError {
  return new FlowError("timeout", `the server sent nothing for ${formatDuration(idleMs ?? 0)}`);
}

/** Opens the connection, directly or through a proxy; what plain requests do not need is loaded by those that do. */
async function open(request: HttpRequest, transport: Transport): Promise<ClientRequest> {
  const { url } = request;
  const proxy = transport.proxyFor(url);
  const options: RequestOptions = {
    method: request.method,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...request.headers },
    setHost: false,
  };
  if (proxy !== undefined) {
    const { openThroughProxy } = await import("./proxy.ts");
    return openThroughProxy(proxy, url, { options, transport });
  }
  if (url.protocol === "http:") {
    return (await loadHttp()).request({ ...options, agent: await transport.connections.plain() });
  }
  return (await loadHttps()).request({ ...options, ...transport.tls, agent: await transport.connections.secure() });
}

async function send(client: ClientRequest, { body }: HttpRequest, alive: () => void): Promise<void> {
  if (body === undefined || typeof body.content !== "function") {
    client.end(body?.content);
    return;
  }
  let sent = 0;
  for await (const chunk of body.content()) {
    if (client.destroyed) return;
    alive();
    sent += chunk.length;
    if (!client.write(chunk)) await drained(client);
  }
  // The server would wait for the rest of what it was promised.
  if (sent < body.length) throw new FlowError("infra", "a file became shorter while it was sent");
  client.end();
}

function drained(client: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      client.off("drain", done).off("close", done);
      resolve();
    };
    client.once("drain", done).once("close", done);
  });
}

interface Reading {
  readonly transport: Transport;
  readonly alive: () => void;
}

async function answerOf(message: IncomingMessage, url: URL, { transport, alive }: Reading): Promise<HttpAnswer> {
  const bytes = await receive(message, transport.maxBytes, alive);
  const headers = Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
  return { statusCode: message.statusCode ?? 0, headers, bytes, url };
}
