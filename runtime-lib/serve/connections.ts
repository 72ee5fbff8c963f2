import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Exchange } from "./exchange.ts";
import { unreadable } from "./problem.ts";

/** Milliseconds that a client has to read why its connection is closed. */
const lingerMs = 2_000;

/** The connections of a server. Each has one listener: one a request would cost more. */
export class Connections {
  readonly #server: Server;
  readonly #running: ReadonlySet<Exchange>;
  readonly #open = new Set<Socket>();

  /** Cancels those of `running` whose client goes away, and answers what is not HTTP. */
  constructor(server: Server, running: ReadonlySet<Exchange>) {
    this.#server = server;
    this.#running = running;
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => {
        this.#open.delete(socket);
        leave(running, socket);
      });
    });
    // Later: requests that came with it are running by then, or answered.
    server.on("clientError", (error, socket) => setImmediate(refuseRest, running, error, socket));
  }

  /**
   * Closes those that carry neither a request nor an answer. To http those that have never sent anything are busy, those
   * whose answer has still to be sent are idle. Bun does not count what was sent.
   */
  closeUnused(): void {
    const busy = new Set<unknown>([...this.#running].map(({ incoming }) => incoming.socket));
    for (const socket of this.#open) if (socket.bytesRead === 0 && !busy.has(socket)) socket.destroy();
    const isSending = [...this.#open].some(({ writableLength }) => writableLength > 0);
    if (!isSending) this.#server.closeIdleConnections();
  }
}

/** The client of this connection has gone. */
function leave(running: ReadonlySet<Exchange>, socket: Socket): void {
  for (const current of running) {
    if (current.incoming.socket === socket) current.leave();
  }
}

/** What came on this connection is not HTTP: what came before is answered first, and then the connection is closed. */
function refuseRest(running: ReadonlySet<Exchange>, { code }: NodeJS.ErrnoException, socket: Duplex): void {
  // What comes too slowly after an answer may be the rest of a request that has had it: a second one would be wrong.
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT" && socket instanceof Socket && socket.bytesWritten > 0;
  if (!socket.writable || code === "ECONNRESET" || isLate) {
    socket.destroy();
    return;
  }
  const before = [...running].filter(({ incoming }) => incoming.socket === socket && incoming.complete).at(-1);
  if (before !== undefined) {
    before.isLast = true;
    return;
  }
  // Not destroyed at once: the answer would be lost with what has not been read.
  socket.end(unreadable(code), () => setTimeout(() => socket.destroy(), lingerMs).unref());
}
