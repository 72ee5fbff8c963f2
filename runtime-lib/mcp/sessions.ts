import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** Sessions that are kept at a time; beyond them the one that was silent longest is closed. */
const MOST_SESSIONS = 1_000;

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Clients of the protocol's versions before 2026: their cancellations come as requests of their own, and find the call
 * that they end through the session.
 */
export class Sessions {
  readonly #make: () => Server;
  /** In the order of their last request. */
  readonly #sessions = new Map<string, Session>();

  constructor(make: () => Server) {
    this.#make = make;
  }

  /** True for a request that names a session. */
  holds(request: Request): boolean {
    return request.headers.has("mcp-session-id");
  }

  async answer(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const session = id === null ? await this.#open() : this.#sessions.get(id);
    if (session === undefined) {
      const error = { code: -32_001, message: "Session not found" };
      return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
    }
    if (id !== null) this.#keep(id, session);
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #open(): Promise<Session> {
    const server = this.#make();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, { server, transport }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    return { server, transport };
  }

  #keep(id: string, session: Session): void {
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= MOST_SESSIONS || oldest === undefined) return;
    this.#sessions.delete(oldest[0]);
    void oldest[1].server.close();
  }
}
