import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Server as RawServer, Socket } from "node:net";

/** A request as a test's server has seen it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request; what it returns is the body: text as it is, all else as JSON. */
export type Answer = (request: SeenRequest, response: ServerResponse, index: number) => unknown;

/** A server on a free port of 127.0.0.1, closed when its scope ends: `await using server = await serve(…)`. */
export async function serve(answer: Answer) {
  const seen: SeenRequest[] = [];
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      // A client that goes away in the middle of its request is part of a test; what a test throws is not.
      if (!message.destroyed) throw error;
    });
  });
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("latin1");
    const request = { method: message.method ?? "", path: message.url ?? "", headers: message.headers, body };
    seen.push(request);
    const content = await answer(request, response, seen.length - 1);
    if (response.writableEnded || response.destroyed || content === undefined) return;
    if (typeof content === "string" || Buffer.isBuffer(content)) response.end(content);
    else response.setHeader("content-type", "application/json").end(JSON.stringify(content));
  };
  return { ...(await listening(server)), seen };
}

/** Starts a server of any kind on a free port of 127.0.0.1. */
export async function listening(server: Server | RawServer) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort(): Promise<number> {
  const server = await listening(createServer());
  await server.close();
  return server.port;
}
