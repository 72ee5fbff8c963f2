import { MOST_BYTES } from "./driver.ts";
import { ProtocolError } from "./wire.ts";

/** A byte that says what a message is, and its length without that byte, big-endian. */
const HEADER = 5;
const error = 0x45;
const notice = 0x4e;
/** All that the library knows; it takes others for an answer of the server, and goes on. */
const kinds: ReadonlySet<number | undefined> = new Set(Buffer.from("123ACDEGHIKNRSTWZcdnst"));

/**
 * Follows the messages of a PostgreSQL server through the pieces in which they come (PostgreSQL's documentation, 54.7),
 * ahead of the library. That reads errors and notices until their end, and where one has none, for ever.
 */
export class PostgresFrames {
  readonly #header = Buffer.alloc(HEADER);
  #headerLength = 0;
  /** Bytes that the message still has. */
  #left = 0;
  /** The pieces of an error or notice. */
  #body: Uint8Array[] | undefined;

  /** Looks at the next piece; throws a ProtocolError. */
  check(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) at = this.#left > 0 ? this.#inBody(piece, at) : this.#inHeader(piece, at);
  }

  #inHeader(piece: Uint8Array, at: number): number {
    const end = Math.min(piece.length, at + HEADER - this.#headerLength);
    this.#header.set(piece.subarray(at, end), this.#headerLength);
    this.#headerLength += end - at;
    if (this.#headerLength < HEADER) return end;
    this.#headerLength = 0;
    const [kind] = this.#header;
    const length = this.#header.readUInt32BE(1);
    if (!kinds.has(kind)) throw unreadable(`a message of the kind ${kind}`);
    if (length < 4 || length > 2 * MOST_BYTES) throw unreadable(`a message of ${length} bytes`);
    this.#left = length - 4;
    if (kind === error || kind === notice) this.#body = [];
    if (this.#left === 0) this.#end();
    return end;
  }

  #inBody(piece: Uint8Array, at: number): number {
    const end = Math.min(piece.length, at + this.#left);
    this.#body?.push(piece.subarray(at, end));
    this.#left -= end - at;
    if (this.#left === 0) this.#end();
    return end;
  }

  #end(): void {
    if (this.#body !== undefined && !isFields(Buffer.concat(this.#body))) throw unreadable("an error without an end");
    this.#body = undefined;
  }
}

/** Fields, each a byte and a text that ends with 0, and a last 0. */
function isFields(body: Buffer): boolean {
  let at = 0;
  while (at < body.length && body[at] !== 0) {
    const end = body.indexOf(0, at + 1);
    if (end === -1) return false;
    at = end + 1;
  }
  return at < body.length;
}

function unreadable(what: string): ProtocolError {
  return new ProtocolError(`what the server sent cannot be read (${what})`);
}
