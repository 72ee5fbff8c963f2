import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Incoming } from "./incoming.ts";

/** A Request as the server's core reads it. Its body is left alone until somebody asks for it. */
export class FetchedRequest implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly mayHaveBody: boolean;
  readonly socket: Incoming["socket"];
  readonly #body: Request["body"];
  readonly #gone: () => void;
  #stream: Readable | undefined;

  /** `ip`: the address of the client, where its host knows it. `gone` is called where the body breaks off. */
  constructor({ method, url, headers, body }: Request, ip: string | undefined, gone: () => void) {
    const { pathname, search } = new URL(url);
    this.method = method;
    this.url = `${pathname}${search}`;
    this.headers = Object.assign(Object.create(null), Object.fromEntries(headers));
    this.mayHaveBody = body !== null && headers.get("content-length") === null;
    this.socket = { remoteAddress: ip };
    this.#body = body;
    this.#gone = gone;
  }

  on(event: "data" | "end", take: ((chunk: Buffer) => void) | (() => void)): this {
    this.#stream ??= this.#open();
    this.#stream.on(event, take);
    return this;
  }

  /** Lets go of a body of which not all has been read. */
  close(): void {
    this.#stream?.destroy();
  }

  #open(): Readable {
    const stream = this.#body === null ? Readable.from([]) : Readable.fromWeb(this.#body as ReadableStream);
    return stream.on("error", this.#gone);
  }
}
