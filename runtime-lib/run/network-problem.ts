import { firstFailure, networkCodes } from "./network-codes.ts";

/** What the system says of a connection that cannot be made or is lost; undefined for other errors. */
export function networkProblem(error: unknown): string | undefined {
  const { code = "", address, port, path } = firstFailure(error) as Details;
  const words = networkCodes[code];
  if (words === undefined) return undefined;
  const place = path ?? (address === undefined ? undefined : `${address}${port === undefined ? "" : `:${port}`}`);
  return place === undefined ? `${words} (${code})` : `${words}: ${place} (${code})`;
}

interface Details {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
}
