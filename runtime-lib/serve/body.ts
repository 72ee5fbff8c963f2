// Not by its name: before 18.14 there is none, and that Node too must say what the bundle needs.
import { isUtf8 } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, TooDeep, tooDeep } from "../run/depth.ts";
import type { RunFile } from "../run/state.ts";
import type { Exchange } from "./exchange.ts";
import { mostFields, parsePairs, tooMany } from "./form-fields.ts";
import { RequestProblem } from "./problem.ts";
import { makeUploadFolder, removeUploadFolder } from "./upload-folder.ts";

/** What a request brings: its body as data, and the first uploaded file. */
export interface RequestBody {
  readonly body: unknown;
  readonly file: RunFile | undefined;
  /** True where the fields of the body are text, whatever they stand for. */
  readonly isForm?: boolean;
  /** Removes the uploaded files. */
  readonly remove?: () => void;
}

const nothing: RequestBody = { body: undefined, file: undefined };
const jsonType = "application/json";

/**
 * Reads and parses the body: JSON, a form, or a form with files, which land in a private temporary folder. Throws 400
 * for what cannot be read, 408 for a body that does not come, 413 above `limit` bytes, 415 for other types.
 */
export async function readBody(exchange: Exchange, limit: number): Promise<RequestBody> {
  const { headers, mayHaveBody = false } = exchange.incoming;
  const length = Number(headers["content-length"] ?? 0);
  const isAnnounced = headers["transfer-encoding"] !== undefined || length !== 0;
  if (!isAnnounced && !mayHaveBody) return nothing;
  const type = headers["content-type"] ?? "";
  const mediaType = mediaTypeOf(type);
  const encoding = headers["content-encoding"] ?? "identity";
  const parse = encoding === "identity" ? parserOf(mediaType) : undefined;
  if (parse === undefined) {
    if (!isAnnounced && (await isEmpty(exchange))) return nothing;
    throw unsupported(encoding, mediaType);
  }
  if (length > limit) throw tooLarge(limit);
  const bytes = await collect(exchange, limit);
  exchange.whenInterrupted(undefined);
  return bytes.length === 0 && !isAnnounced ? nothing : parse(bytes, type);
}

/** Without its parameters, such as the charset. */
function mediaTypeOf(type: string): string {
  return type === jsonType ? type : (type.split(";", 1)[0]?.trim().toLowerCase() ?? "");
}

function unsupported(encoding: string, mediaType: string): RequestProblem {
  const found = encoding !== "identity" ? `content-encoding ${encoding}` : mediaType || "a body without content-type";
  return new RequestProblem(415, `${found} is not supported: send application/json`);
}

/** Whether nothing comes. Throws 408 where that cannot be said in time. */
async function isEmpty(exchange: Exchange): Promise<boolean> {
  try {
    await collect(exchange, 0);
    return true;
  } catch (thrown) {
    if (thrown instanceof RequestProblem && thrown.status === 413) return false;
    throw thrown;
  }
}

function parserOf(mediaType: string): Parser | undefined {
  if (mediaType === jsonType || mediaType.endsWith("+json")) return readJson;
  if (mediaType === "application/x-www-form-urlencoded") return parseForm;
  return mediaType === "multipart/form-data" ? parseMultipart : undefined;
}

type Parser = (bytes: Buffer, contentType: string) => RequestBody | Promise<RequestBody>;

function tooLarge(limit: number): RequestProblem {
  return new RequestProblem(413, `the body is larger than ${limit} bytes`, { headers: { Connection: "close" } });
}

function late(): RequestProblem {
  const headers = { Connection: "close" };
  return new RequestProblem(408, "the body did not arrive in time", { failureClass: "timeout", headers });
}

function collect(exchange: Exchange, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Also called when the client has gone: nobody reads the answer then.
    exchange.whenInterrupted(() => reject(late()));
    exchange.incoming
      .on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else reject(tooLarge(limit));
      })
      .on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  });
}

function readJson(bytes: Buffer): RequestBody {
  if (bytes.length === 0) return nothing;
  try {
    return { body: parseJson(utf8(bytes)), file: undefined };
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    throw new RequestProblem(400, `the body ${error instanceof TooDeep ? tooDeep : "is not valid JSON"}`);
  }
}

function utf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  throw new RequestProblem(400, "the body is not valid UTF-8");
}

function parseForm(bytes: Buffer): RequestBody {
  return { body: fieldsOf(parsePairs(utf8(bytes), "the form has more fields")), file: undefined, isForm: true };
}

/** A field that comes more than once is a list. */
function fieldsOf(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Node's own parser of forms; what the client calls its files decides nothing but the letters of an ending. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<RequestBody> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw new RequestProblem(400, "the body is not a valid multipart form");
  }
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) removeUploadFolder(folder);
  };
  try {
    const fields: [string, unknown][] = [];
    const files: RunFile[] = [];
    // Counted here too: nothing is written for what is refused.
    if ([...form.keys()].length > mostFields) throw tooMany("the form has more parts");
    for (const [name, value] of form) {
      if (typeof value === "string") fields.push([name, value]);
      else {
        folder ??= makeUploadFolder();
        const file = await store(value, join(folder, String(files.length)));
        files.push(file);
        fields.push([name, { filename: value.name, filepath: file.path, filetype: file.type, size: value.size }]);
      }
    }
    return { body: fieldsOf(fields), file: files[0], isForm: true, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function store(file: File, path: string): Promise<RunFile> {
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.name)?.[0] ?? "";
  writeFileSync(`${path}${ending}`, Buffer.from(await file.arrayBuffer()), { mode: 0o600 });
  return { path: `${path}${ending}`, type: file.type || "application/octet-stream" };
}
