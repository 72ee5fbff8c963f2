import type { ClientRequest } from "node:http";
import type { Transport } from "./sending.ts";
import { startSilence } from "./silence.ts";

/** How a request ends, for those who listen to it. */
export interface Settling<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
  /** Rejects and destroys the request, which says no more once it is destroyed. */
  readonly giveUp: (reason: Error) => void;
  /** The other side has been heard of. */
  readonly alive: () => void;
}

/**
 * What `listen` makes of a request that has not been sent yet. Gives it up once the signal is aborted, with its reason,
 * and where the other side is silent for too long.
 */
export async function settle<T>(
  client: ClientRequest,
  { signal, idleMs, what }: Pick<Transport, "signal" | "idleMs"> & { readonly what: string },
  listen: (settling: Settling<T>) => void,
): Promise<T> {
  let release = (): void => undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const giveUp = (reason: Error): void => {
        reject(reason);
        client.destroy(reason);
      };
      const abort = (): void => giveUp(signal.reason);
      const silence = startSilence(idleMs, what, giveUp);
      release = () => {
        silence.end();
        signal.removeEventListener("abort", abort);
      };
      signal.addEventListener("abort", abort, { once: true });
      listen({ resolve, reject, giveUp, alive: silence.restart });
      if (signal.aborted) abort();
    });
  } finally {
    release();
  }
}
