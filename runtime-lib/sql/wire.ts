import { MOST_BYTES, TooManyBytes, TooMuch } from "./driver.ts";

/** The server has sent what its protocol does not know, or asks for what this client cannot do. Class infra. */
export class ProtocolError extends Error {}

/** Milliseconds in which a statement is ended through another connection. */
export const INTERRUPT_LIMIT = 2_000;

/** Far more than any server says before it takes statements. */
const MOST_BEFORE = 2 ** 20;

/**
 * Stands between a socket and the library that reads it. What the library throws goes to `fail`: from a listener of a
 * socket it would end the process. What a server sends is counted, also inside of one value that is never whole: nothing
 * is read beyond the limit.
 */
export class Wire {
  readonly #fail: (error: Error) => void;
  #left = MOST_BEFORE;
  #tooMuch: Error = new ProtocolError("the server sends more than a greeting");
  #broken = false;

  constructor(fail: (error: Error) => void) {
    this.#fail = fail;
  }

  /** A statement is sent, or the first one of a batch. */
  begin(): void {
    this.#left = MOST_BYTES;
    this.#tooMuch = new TooManyBytes();
  }

  /** Hands bytes on to the library, unless it has failed before: it may have lost its place in them. */
  readonly take = (bytes: Uint8Array, read: (bytes: Uint8Array) => void): void => {
    if (this.#broken) return;
    this.#left -= bytes.length;
    try {
      if (this.#left < 0) throw this.#tooMuch;
      read(bytes);
    } catch (error) {
      this.#broken = true;
      this.#fail(known(error) ? error : new ProtocolError(problemOf(error), { cause: error }));
    }
  };
}

function known(error: unknown): error is Error {
  return error instanceof ProtocolError || error instanceof TooMuch;
}

/** How PostgreSQL numbers its ways to log in (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const logins: Readonly<Record<string, string>> = { 2: "Kerberos V5", 6: "SCM", 7: "GSSAPI", 9: "SSPI" };

function problemOf(error: unknown): string {
  // The library took it for the answer to a question that nobody has asked.
  if (error instanceof TypeError) return "the server sent an answer that nothing had asked for";
  const message = error instanceof Error ? error.message : String(error);
  const code = /^Unknown authenticationOk message type (-?\d+)$/.exec(message)?.[1];
  if (code !== undefined) return `the server asks for a way to log in that is not supported: ${logins[code] ?? code}`;
  return `what the server sent cannot be read (${message.split("\n", 1)[0]?.slice(0, 100)})`;
}
