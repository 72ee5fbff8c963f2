import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { Duplex } from "node:stream";
import { FlowError } from "../run/errors.ts";
import { type HttpAnswer, type HttpRequest, requestName } from "./message.ts";
import { loadHttp, loadHttps } from "./modules.ts";
import { NetworkError, noAnswer } from "./network-error.ts";
import { receive } from "./receive.ts";
import type { Transport } from "./sending.ts";
import { settle } from "./settle.ts";

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
  const { signal } = transport;
  signal.throwIfAborted();
  const client = await open(request, transport);
  try {
    const settled = { ...transport, what: requestName(request) };
    return await settle<HttpAnswer>(client, settled, ({ resolve, reject, giveUp, alive }) => {
      withAnswer(client, reject, (message) => {
        alive();
        answerOf(message, request.url, { transport, alive }).then(resolve, reject);
      });
      send(client, request, alive).catch(giveUp);
    });
  } catch (error) {
    client.destroy();
    signal.throwIfAborted();
    if (error instanceof FlowError) throw error;
    const failure = new NetworkError(peerOf(request.url, transport).host, error);
    const stale = client.reusedSocket && staleCodes.has((error as NodeJS.ErrnoException).code);
    throw stale ? new StaleConnection(failure) : failure;
  }
}

/** With what a connection fails that the server has closed before it was used again. */
const staleCodes: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"]);

/** Calls `take` with the head of the answer, or `fail` where the connection ends without one, however it does. */
function withAnswer(client: ClientRequest, fail: (error: Error) => void, take: (message: IncomingMessage) => void) {
  let answered = false;
  // What a server sends from then on is not HTTP; to be asked to do so by a header or CONNECT changes nothing.
  const refuse = ({ statusCode }: IncomingMessage, socket: Duplex): void => {
    socket.destroy();
    fail(new FlowError("provider", `the server answered ${statusCode} and left HTTP: that is not supported`));
  };
  client.on("error", fail);
  client.once("response", (message) => {
    answered = true;
    // Without the name of a protocol Node takes it for an answer like any other.
    if (message.statusCode === 101) refuse(message, message.socket);
    else take(message);
  });
  client.once("upgrade", refuse).once("connect", refuse);
  client.once("close", () => {
    if (!answered) fail(noAnswer());
  });
}

/** Who is at the other end of the connection: of a plain request through a proxy, that. */
function peerOf(url: URL, { proxyFor }: Transport): URL {
  return (url.protocol === "http:" ? proxyFor(url) : undefined) ?? url;
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
    return loadHttp().request({ ...options, agent: transport.connections.plain() });
  }
  return loadHttps().request({ ...options, ...transport.tls, agent: transport.connections.secure() });
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
