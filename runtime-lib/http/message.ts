import { FlowError } from "../run/errors.ts";

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** One request, ready to be sent, and sent again after a redirect or a failure. */
export interface HttpRequest {
  readonly method: string;
  /** http: or https:, without user and password. */
  readonly url: URL;
  readonly headers: Headers;
  readonly body: HttpBody | undefined;
}

/** The bytes of a request, which can be made more than once. */
export interface HttpBody {
  readonly length: number;
  /** In memory, or read piece by piece, such as a file. */
  readonly content: Uint8Array | (() => AsyncIterable<Uint8Array>);
}

/** A whole answer, decompressed. Of a header that came several times the values are joined by `, `. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** What was asked in the end, after redirects. */
  readonly url: URL;
}

/** A body of bytes in memory. */
export function bodyOf(content: Uint8Array): HttpBody {
  return { length: content.length, content };
}

/** The URL of a request; throws validation for a text that is not a URL, without showing what may be secret in it. */
export function requestUrl(text: string, base?: URL): URL {
  const url = parseUrl(text, base);
  if (url === undefined) throw new FlowError("validation", `"${withoutSecrets(text)}" is not a URL`);
  if (base === undefined) refuseEncodedDots(text);
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  throw new FlowError("validation", `the URL "${withoutSecrets(text)}" is neither http: nor https:`);
}

/**
 * `..` written as such is the author's. With a dot as `%2E`, as `urlencode` writes it, a value is meant, and none can be
 * sent: to the URL standard, and to most servers, `%2E%2E` in a path is `..` too, and leads elsewhere.
 */
function refuseEncodedDots(text: string): void {
  const [path = ""] = text.replace(/[\t\r\n]/g, "").split(/[?#]/, 1);
  const climbing = path
    .trim()
    .split(/[\\/]/)
    .find((part) => /^(?:\.|%2e){1,2}$/i.test(part) && part.includes("%"));
  if (climbing === undefined) return;
  throw new FlowError("validation", `"${decodeURIComponent(climbing)}" cannot be sent as a part of the URL's path`);
}

/** A request as messages name it, without what may be secret in its URL: users, passwords, values of the query. */
export function requestName({ method, url }: Pick<HttpRequest, "method" | "url">): string {
  return `${method} ${withoutSecrets(url.href)}`;
}

/** Node 22.0 has no URL.parse. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Users, passwords and queries of URLs are often secret. */
function withoutSecrets(url: string): string {
  const [before = ""] = url.split(/[?#]/, 1);
  return before.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1").slice(0, 200);
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The method in capitals. Throws validation for what HTTP does not take: no text of a user's gets into the head of a request. */
export function checkedMethod(method: string): string {
  if (token.test(method)) return method.toUpperCase();
  throw new FlowError("validation", `${JSON.stringify(method)} is not an HTTP method`);
}

/** Headers with their names in lower case. Throws validation for what could end a header and start another. */
export function checkedHeaders(given: Readonly<Record<string, string>>): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!token.test(name)) throw new FlowError("validation", `${JSON.stringify(name)} is not a header name`);
    if (framing.test(name))
      throw new FlowError("validation", `the header "${name}" cannot be set: it follows from the body`);
    headers[name.toLowerCase()] = checkedValue(name, value);
  }
  return headers;
}

/** A length of one's own would let one request be read as two. */
const framing = /^(?:content-length|transfer-encoding)$/i;

/** Space around a value means nothing; a line break in it would be another header. */
function checkedValue(name: string, value: string): string {
  const trimmed = value.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (/[\r\n]/.test(trimmed)) throw new FlowError("validation", `the header "${name}" has a line break in its value`);
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(trimmed)) return trimmed;
  throw new FlowError("validation", `the header "${name}" has a character that no header can have`);
}
