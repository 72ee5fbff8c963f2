import { createHash, timingSafeEqual } from "node:crypto";

/** What a token is known by: its SHA-256. */
export function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Whether an Authorization header (RFC 6750, section 2.1) holds the token of this digest. Digests are compared: neither the
 * length nor the first wrong letter of a guess shows in the time it takes.
 */
export function holdsToken(authorization: string | null | undefined, expected: Buffer): boolean {
  const [, given = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), expected);
}
