import { readFileSync, statSync } from "node:fs";
import { FlowError } from "../run/errors.ts";
import type { StepContext } from "../run/step-context.ts";

/** What providers take at most for one image. */
const MOST_BYTES = 20 * 2 ** 20;

/** An image file as a data URL, its type recognized by its first bytes. */
export function imageUrl({ effects }: StepContext, path: string): string {
  const bytes = effects?.readFile === undefined ? contentOf(path) : Buffer.from(effects.readFile(path));
  const type = typeOf(bytes);
  if (type === undefined) {
    throw misfit(path, "is not an image that models accept: PNG, JPEG, GIF or WebP");
  }
  return `data:${type};base64,${bytes.toString("base64")}`;
}

function contentOf(path: string): Buffer {
  let size: number;
  try {
    size = statSync(path).size;
    if (size <= MOST_BYTES) return readFileSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new FlowError("infra", `cannot read the file "${path}" (${code})`, { cause });
  }
  throw misfit(path, `has ${size} bytes; an image may have ${MOST_BYTES}`);
}

/** Clients of a server do not learn where it keeps what they have sent. */
function misfit(path: string, problem: string): FlowError {
  return new FlowError("validation", `the file "${path}" ${problem}`, { public: `the file ${problem}` });
}

function typeOf(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : undefined;
}
