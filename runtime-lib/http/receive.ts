import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { FlowError } from "../run/errors.ts";
import { noAnswer } from "./network-error.ts";

/**
 * The body of an answer, decompressed. Rejects with tool_runtime when it is longer than `maxBytes` after decompression:
 * nothing is cut silently; with infra for a body that does not decompress; else with the error of the connection.
 */
export function receive(message: IncomingMessage, maxBytes: number, alive: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Where nobody listens, as when the answer is refused, an error of the message would end the process.
    message.on("error", () => undefined);
    const decoders = decodersOf(message);
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: NodeJS.ErrnoException | null | undefined): void => {
      if (error === null || error === undefined) resolve(chunks.length === 1 ? onlyOf(chunks) : Buffer.concat(chunks));
      else reject(error.code?.startsWith("Z_") || error.code?.startsWith("ERR_") ? cannotDecompress(error) : error);
    };
    const cut = (): void => settle(noAnswer());
    const last = decoders.at(-1) ?? message;
    last.on("data", (chunk: Buffer) => {
      alive();
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        // The last stage may still work on a message that has come whole.
        reject(tooLong(maxBytes));
        message.destroy();
        last.destroy();
      }
    });
    if (decoders.length === 0)
      message
        .once("end", () => settle(null))
        .once("error", settle)
        .once("close", cut);
    else pipeline([message, ...decoders], settle);
  });
}

function onlyOf(chunks: readonly Buffer[]): Buffer {
  return chunks[0] ?? Buffer.alloc(0);
}

function tooLong(maxBytes: number): FlowError {
  return new FlowError("tool_runtime", `the answer is longer than maxBytes (${maxBytes} bytes)`);
}

function cannotDecompress(cause: unknown): FlowError {
  return new FlowError("infra", "the answer cannot be decompressed", { cause });
}

/** More than any server has a reason for, and few enough that a chain of them is not an attack. */
const MOST_ENCODINGS = 3;

/** What undoes the content-encoding, the last one first. zlib is loaded by the first answer that needs it. */
function decodersOf({ headers, statusCode }: IncomingMessage): Duplex[] {
  const names = (headers["content-encoding"] ?? "").toLowerCase().split(",").map(trim).filter(isEncoding);
  if (names.length === 0 || statusCode === 204 || statusCode === 304) return [];
  if (names.length > MOST_ENCODINGS) throw cannotDecompress(undefined);
  const zlib = process.getBuiltinModule("node:zlib");
  const makers: Readonly<Record<string, () => Duplex>> = {
    gzip: zlib.createGunzip,
    "x-gzip": zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  };
  return names.reverse().map((name) => {
    const make = makers[name];
    if (make === undefined) {
      throw new FlowError("infra", `the answer is compressed in a way that flowc does not know: ${name.slice(0, 40)}`);
    }
    return make();
  });
}

function trim(text: string): string {
  return text.trim();
}

function isEncoding(name: string): boolean {
  return name !== "" && name !== "identity";
}
