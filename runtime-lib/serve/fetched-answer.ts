import type { Outgoing } from "./incoming.ts";

/** What becomes the Response of a request that `fetch` was given. */
export class FetchedAnswer implements Outgoing {
  headersSent = false;
  statusCode = 0;
  readonly #headers: (readonly [string, string])[] = [];
  readonly #closed: (() => void)[] = [];

  setHeader(name: string, value: string): void {
    this.#headers.push([name, value]);
  }

  once(_event: "close", then: () => void): void {
    this.#closed.push(then);
  }

  /**
   * The Response with all its headers, and the request is over. Without a word on its connection, which is the host's: in
   * HTTP/2 there is none to close.
   */
  finish(response: Response): Response {
    for (const [name, value] of this.#headers) response.headers.set(name, value);
    response.headers.delete("connection");
    this.statusCode = response.status;
    this.headersSent = true;
    this.#end();
    return response;
  }

  /** The request is over without an answer. */
  #end(): void {
    for (const then of this.#closed) then();
  }
}
