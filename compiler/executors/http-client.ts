import type { Executor } from "../executor.ts";
import { anyType, intType, mapType } from "../value-type.ts";

/** `httpClient`: one HTTP request (docs/http-client.md). */
export const httpClient: Executor = {
  key: "httpClient",
  resourceType: "httpClient",
  runtime: "httpClient",
  fields: {
    method: { kind: "text" },
    url: { kind: "text" },
    headers: { kind: "text-map" },
    query: { kind: "template" },
    data: { kind: "template" },
    form: { kind: "template" },
    body: { kind: "text" },
    auth: {
      kind: "settings",
      fields: {
        bearer: { kind: "text" },
        basic: { kind: "settings", fields: { username: { kind: "text" }, password: { kind: "text" } } },
      },
    },
    timeout: { kind: "duration", option: "timeoutMs" },
    retry: {
      kind: "settings",
      fields: {
        maxAttempts: { kind: "integer" },
        backoff: { kind: "duration", option: "backoffMs" },
        maxBackoff: { kind: "duration", option: "maxBackoffMs" },
        retryOn: { kind: "data" },
      },
    },
    followRedirects: { kind: "data" },
    tls: {
      kind: "settings",
      fields: {
        rejectUnauthorized: { kind: "boolean" },
        ca: { kind: "text" },
        cert: { kind: "text" },
        key: { kind: "text" },
        passphrase: { kind: "text" },
        servername: { kind: "text" },
      },
    },
    proxy: { kind: "text" },
    cache: { kind: "settings", fields: { ttl: { kind: "duration", option: "ttlMs" }, key: { kind: "text" } } },
    maxBytes: { kind: "integer" },
    failOnStatus: { kind: "data" },
  },
  result: {
    typeName: "HttpResult",
    main: "body",
    fields: { statusCode: intType, headers: mapType, body: anyType },
    fallback: "httpFallback",
    outcomeFields: [],
    outside: "the answer",
  },
};
