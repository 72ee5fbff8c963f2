import type { StepContext } from "../run/step-context.ts";
import { chooseProxy } from "./choose-proxy.ts";
import { connectionsOf } from "./connections.ts";
import type { TlsSettings, Transport } from "./sending.ts";
import { tlsSettings } from "./tls.ts";

/** What a resource says of how its requests are sent. */
export interface TransportSettings {
  readonly tls?: TlsSettings;
  readonly proxy?: string;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

const DEFAULT_MAX_BYTES = 64 * 2 ** 20;
/** Without a timeout of its own a request still does not wait for ever. */
const DEFAULT_IDLE_MS = 300_000;

/** How a step's requests are sent, over the connections of its run. */
export function transportOf(step: StepContext, settings: TransportSettings, signal: AbortSignal): Transport {
  const { tls, proxy, maxBytes = DEFAULT_MAX_BYTES, timeoutMs } = settings;
  return {
    connections: connectionsOf(step),
    signal,
    maxBytes,
    idleMs: timeoutMs === undefined ? DEFAULT_IDLE_MS : undefined,
    tls: tlsSettings(tls, step.effects),
    proxyFor: chooseProxy(proxy, step.environment),
  };
}
