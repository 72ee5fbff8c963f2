import type { IncomingHttpHeaders } from "node:http";

/** The head of a request and its body, whoever has taken it: Node's server, or the host of `fetch`. */
export interface Incoming {
  readonly method?: string | undefined;
  /** Path and query, as they were sent. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** True once all of it has come, where that is known. */
  readonly complete?: boolean;
  /** True where a body may come although no header says so. */
  readonly mayHaveBody?: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined };
  on(event: "data", take: (chunk: Buffer) => void): Incoming;
  on(event: "end", take: () => void): Incoming;
}

/** What the answer to a request is, beside its Response. */
export interface Outgoing {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** A header that the answer has, whatever its Response says. */
  setHeader(name: string, value: string): unknown;
  /** Called when it is answered, or its client has gone. */
  once(event: "close", then: () => void): unknown;
}

/** Of Hono: what the core knows of a request beside the Request. */
export interface Bindings {
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
}
