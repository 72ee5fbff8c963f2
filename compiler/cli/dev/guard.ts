import { createHash, timingSafeEqual } from "node:crypto";
import type { HonoRequest, MiddlewareHandler } from "hono";

/** Header in which the page sends its token: no other site can make a browser send it. */
const tokenHeader = "x-flowc-token";

/** What requests must hold. */
export interface GuardOptions {
  readonly token: string;
  /** Undefined before the server listens. */
  readonly port: () => number | undefined;
}

/**
 * Lets through what the page itself asks for, and answers everything else with 403: by the name of the host, which a name that
 * leads here from elsewhere does not have; by the origin, which other sites do not have; by the token, which other programs
 * do not know. What changes something needs the token in a header.
 */
export function guard({ token, port }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const isRead = req.method === "GET" || req.method === "HEAD";
    const given = req.header(tokenHeader) ?? (isRead ? req.query("token") : undefined);
    const refusal = foreign(req, port()) ?? (isToken(given, token) ? undefined : "the token is missing or wrong");
    return refusal === undefined ? next() : context.text(refusal, 403);
  };
}

/** Why a request is not one of the page, by what a browser says of where it comes from. */
function foreign(req: HonoRequest, port: number | undefined): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(req.header("host") ?? "")) return "unknown host";
  const origin = req.header("origin");
  const isForeign = origin !== undefined && !hosts.some((host) => origin === `http://${host}`);
  return isForeign || /^(?:cross|same)-site$/.test(req.header("sec-fetch-site") ?? "") ? "foreign origin" : undefined;
}

/** In a time that says nothing of where they differ. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}
