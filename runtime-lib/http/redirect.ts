import { FlowError } from "../run/errors.ts";
import { exchange } from "./exchange.ts";
import { type HttpAnswer, type HttpRequest, requestUrl } from "./message.ts";
import type { Transport } from "./sending.ts";

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends a request and follows up to `most` redirects, with the methods and headers that fetch would use. */
export async function follow(request: HttpRequest, transport: Transport, most: number): Promise<HttpAnswer> {
  let [asked, way] = [request, transport];
  for (let count = 0; ; count += 1) {
    const answer = await exchange(asked, way);
    const { location } = answer.headers;
    if (most === 0 || location === undefined || !redirects.has(answer.statusCode)) return answer;
    if (count === most) throw new FlowError("provider", `more than ${most} redirects`);
    const next = redirected(asked, answer, location);
    if (next.url.origin !== asked.url.origin) way = withoutIdentity(way);
    asked = next;
  }
}

/** 303 asks for another thing; 301 and 302 turn a POST into a GET, as browsers do; 307 and 308 keep all. */
function redirected(request: HttpRequest, { statusCode }: HttpAnswer, location: string): HttpRequest {
  const url = target(location, request.url);
  const toGet = (statusCode === 303 && request.method !== "HEAD") || (statusCode < 303 && request.method === "POST");
  const dropped = new Set([...(toGet ? bodyHeaders : []), ...(url.origin === request.url.origin ? [] : secretHeaders)]);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name)));
  return toGet ? { method: "GET", url, headers, body: undefined } : { ...request, url, headers };
}

const bodyHeaders = ["content-type", "content-length", "content-encoding", "content-language", "content-location"];
/** Never sent to another origin than the one they were meant for. */
const secretHeaders = ["authorization", "proxy-authorization", "cookie", "host"];

function target(location: string, base: URL): URL {
  try {
    const url = requestUrl(location, base);
    url.username = "";
    url.password = "";
    return url;
  } catch (cause) {
    throw new FlowError(
      "provider",
      `the server at ${base.host} redirects to something other than an http: or https: URL`,
      {
        cause,
      },
    );
  }
}

/** A client certificate and a server name belong to one server, like a password. */
function withoutIdentity(transport: Transport): Transport {
  if (transport.tls === undefined) return transport;
  const { cert: _cert, key: _key, passphrase: _passphrase, servername: _servername, ...tls } = transport.tls;
  return { ...transport, tls };
}
