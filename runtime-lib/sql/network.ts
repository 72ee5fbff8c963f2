/** What the system says of a connection that cannot be made or is lost; undefined for other errors. */
export function networkProblem(error: unknown): string | undefined {
  const { code = "", address, port, path, errors } = error as Details;
  // A name with several addresses: one error for each.
  if (errors?.[0] !== undefined) return networkProblem(errors[0]);
  const words = WORDS[code];
  if (words === undefined) return undefined;
  const place = path ?? (address === undefined ? undefined : `${address}${port === undefined ? "" : `:${port}`}`);
  return place === undefined ? `${words} (${code})` : `${words}: ${place} (${code})`;
}

interface Details {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
  readonly errors?: readonly unknown[];
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was reset",
  ECONNABORTED: "the connection was aborted",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENOENT: "there is no such socket",
  EACCES: "permission denied",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up",
  EPIPE: "the connection is closed",
  ETIMEDOUT: "the connection timed out",
};
