import { isIP } from "node:net";
import type { Incoming } from "./incoming.ts";

/**
 * The address of the client: that of the connection, or where so many proxies stand in front, the one that the first of
 * these has seen. What stands before it in X-Forwarded-For, anybody may have written.
 */
export function clientAddress({ headers, socket }: Incoming, proxies: number): string {
  const own = socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"];
  if (proxies === 0 || forwarded === undefined) return own;
  const seen = [forwarded].flat().join(",").split(",");
  const address = seen.at(-Math.min(proxies, seen.length))?.trim() ?? "";
  return isIP(address) === 0 ? own : address;
}
