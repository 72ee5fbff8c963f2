import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { firstFailure, networkCodes } from "../run/network-codes.ts";
import type { SignalSettings } from "./settings.ts";

/** Sends one request to a collector. Rejects with an Error whose message says why in a few words, without any header. */
export async function send(body: Uint8Array, { url, headers, timeoutMs }: SignalSettings): Promise<void> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const options = {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": body.byteLength },
    timeout: timeoutMs,
    // The process may end: a connection that is kept would hold it.
    agent: false,
  } as const;
  await answered(() => request(url, options as RequestOptions), body, timeoutMs);
}

function answered(open: () => ClientRequest, body: Uint8Array, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let client: ClientRequest;
    try {
      client = open();
    } catch {
      // Of a header that cannot be sent nothing is repeated.
      reject(new Error("OTEL_EXPORTER_OTLP_HEADERS cannot be sent"));
      return;
    }
    const timer = setTimeout(() => client.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    client.once("response", (message: IncomingMessage) => {
      const { statusCode = 0 } = message;
      message.resume().once("close", () => {
        clearTimeout(timer);
        if (statusCode >= 200 && statusCode <= 299) resolve();
        else reject(new Error(`it answered ${statusCode}`));
      });
    });
    client.once("error", (error) => {
      clearTimeout(timer);
      const { code = "", message } = firstFailure(error) as NodeJS.ErrnoException;
      reject(new Error(networkCodes[code] ?? message));
    });
    client.end(body);
  });
}
