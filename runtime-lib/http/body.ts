import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import type { RunEffects } from "../run/effects.ts";
import { FlowError } from "../run/errors.ts";
import { isMap, json, text } from "../run/values.ts";
import { bodyOf, type HttpBody } from "./message.ts";

/** A body with its media type. */
export interface TypedBody {
  readonly type: string;
  readonly body: HttpBody;
}

/** A value as JSON. */
export function jsonBody(data: unknown): TypedBody {
  return { type: "application/json", body: bodyOf(Buffer.from(json(data))) };
}

/** A text as it is. */
export function textBody(content: string): TypedBody {
  return { type: "text/plain;charset=UTF-8", body: bodyOf(Buffer.from(content)) };
}

/**
 * Fields as a form: urlencoded, or multipart where one is a file (`{ file: path }`, with `filename` and `contentType`).
 * A list is a field that comes several times; nil is left out. Files are read while they are sent, or at once by `effects`.
 */
export function formBody(form: Readonly<Record<string, unknown>>, effects?: RunEffects): TypedBody {
  const fields = Object.entries(form).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isGiven).map((item: unknown) => ({ name, value: item })),
  );
  if (fields.some(({ value }) => isFile(value))) return multipart(fields, effects);
  const pairs = fields.map(({ name, value }): [string, string] => [name, text(value)]);
  const encoded = new URLSearchParams(pairs).toString();
  return { type: "application/x-www-form-urlencoded;charset=UTF-8", body: bodyOf(Buffer.from(encoded)) };
}

interface Field {
  readonly name: string;
  readonly value: unknown;
}

interface FormFile {
  readonly file: unknown;
  readonly filename?: unknown;
  readonly contentType?: unknown;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isFile(value: unknown): value is FormFile {
  return isMap(value) && "file" in value;
}

type Part = { readonly bytes: Buffer } | { readonly path: string; readonly size: number };

function multipart(fields: readonly Field[], effects: RunEffects | undefined): TypedBody {
  const boundary = `flowc-${crypto.randomUUID()}`;
  const filePart = (path: string): Part =>
    effects?.readFile === undefined ? { path, size: sizeOf(path) } : { bytes: Buffer.from(effects.readFile(path)) };
  const parts = [
    ...fields.flatMap((field) => partsOf(field, boundary, filePart)),
    { bytes: Buffer.from(`--${boundary}--\r\n`) },
  ];
  const length = parts.reduce((sum, part) => sum + ("bytes" in part ? part.bytes.length : part.size), 0);
  return { type: `multipart/form-data; boundary=${boundary}`, body: { length, content: () => read(parts) } };
}

/** The head of one field, its content and the line break after it. */
function partsOf({ name, value }: Field, boundary: string, filePart: (path: string) => Part): readonly Part[] {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${parameter(name)}"`;
  if (!isFile(value)) return [{ bytes: Buffer.from(`${head}\r\n\r\n${text(value)}\r\n`) }];
  const path = text(value.file);
  const filename = parameter(value.filename === undefined ? basename(path) : text(value.filename));
  const type = value.contentType === undefined ? "application/octet-stream" : parameter(text(value.contentType));
  const lines = `${head}; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return [{ bytes: Buffer.from(lines) }, filePart(path), { bytes: Buffer.from("\r\n") }];
}

/** Quotes and line breaks, which would end the parameter, as the HTML standard escapes them. */
function parameter(value: string): string {
  return value.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function sizeOf(path: string): number {
  try {
    const stat = statSync(path);
    if (stat.isFile()) return stat.size;
  } catch (cause) {
    throw new FlowError("infra", `cannot read the file "${path}" (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  throw new FlowError("infra", `cannot send "${path}": it is not a file`);
}

async function* read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if ("bytes" in part) yield part.bytes;
    // A file that has grown since its size was sent must not run over into the next part.
    else if (part.size > 0) yield* readFile(part.path, part.size);
  }
}

async function* readFile(path: string, size: number): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { end: size - 1 });
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

function cannotRead(path: string, cause: unknown): FlowError {
  return new FlowError("infra", `cannot read the file "${path}" (${(cause as NodeJS.ErrnoException).code})`, { cause });
}
