import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { isMap } from "../run/values.ts";
import { Calls } from "./tools.ts";

/** Sessions that are kept at a time; beyond them the one that was silent longest, and runs no call, is closed. */
const MOST_SESSIONS = 1_000;

interface Session {
  readonly calls: Calls;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Clients of the protocol's versions before 2026: their cancellations come as requests of their own, and find the call
 * that they end through the session.
 */
export class Sessions {
  readonly #most: number;
  readonly #make: (calls: Calls) => Server;
  readonly #calls: Calls;
  /** In the order of their last request. */
  readonly #sessions = new Map<string, Session>();

  constructor(make: (calls: Calls) => Server, calls: Calls, most = MOST_SESSIONS) {
    this.#most = most;
    this.#make = make;
    this.#calls = calls;
  }

  /** True for a request that names a session. */
  holds(request: Request): boolean {
    return request.headers.has("mcp-session-id");
  }

  async answer(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null && this.#sessions.size >= this.#most && this.#silent() === undefined) {
      return full(request, this.#most);
    }
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
    const calls = new Calls(this.#calls);
    const server = this.#make(calls);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, { calls, server, transport }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    return { calls, server, transport };
  }

  #keep(id: string, session: Session): void {
    this.#sessions.delete(id);
    const silent = this.#sessions.size < this.#most ? undefined : this.#silent();
    if (silent !== undefined) this.#close(...silent);
    this.#sessions.set(id, session);
  }

  /** The session whose last request is the oldest of those that run no call. */
  #silent(): readonly [id: string, session: Session] | undefined {
    for (const entry of this.#sessions) if (entry[1].calls.count === 0) return entry;
    return undefined;
  }

  #close(id: string, { server }: Session): void {
    this.#sessions.delete(id);
    void server.close();
  }
}

/** Every session runs a call: a client has to come again. */
async function full(request: Request, most: number): Promise<Response> {
  const message: unknown = await request.json().catch(() => undefined);
  const id = isMap(message) ? (message["id"] ?? null) : null;
  const error = { code: -32_000, message: `all ${most} sessions run a call: try again later` };
  return Response.json({ jsonrpc: "2.0", error, id }, { status: 503, headers: { "Retry-After": "1" } });
}
