import type { Incoming } from "./incoming.ts";

/** The header by which callers and logs name a request; in events it is the run's id. */
export const requestIdHeader = "X-Request-Id";

/** The id that came with the request where it is one that a log can hold, else a new one. */
export function requestIdOf({ headers }: Pick<Incoming, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:+/=@-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
