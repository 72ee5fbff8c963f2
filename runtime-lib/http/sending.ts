import type { Connections } from "./connections.ts";

/** How a request is sent, beside what it says. */
export interface Transport {
  readonly connections: Connections;
  /** Aborted with the reason to fail with. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Longest time without a byte from the server. Undefined: the signal is the only bound. */
  readonly idleMs: number | undefined;
  readonly tls: TlsSettings | undefined;
  /** The proxy for a URL, if any. */
  readonly proxyFor: (url: URL) => URL | undefined;
}

/** Certificates and keys as PEM. */
export interface TlsSettings {
  readonly rejectUnauthorized?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  readonly servername?: string;
}
