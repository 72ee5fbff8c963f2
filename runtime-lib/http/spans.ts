import { type CallSpans, textOf } from "../telemetry/call-spans.ts";

/** "HTTP client span" of the semantic conventions. A query may hold secrets, and is left out. */
export const httpSpans: CallSpans = {
  start: ({ method, url }, step) => {
    const { origin, pathname, hostname, port, protocol } = new URL(textOf(url));
    return {
      name: textOf(method),
      attributes: {
        "http.request.method": textOf(method),
        "url.full": step.redact?.(`${origin}${pathname}`),
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      },
    };
  },
  answered: ({ statusCode }) => ({
    "http.response.status_code": Number(statusCode),
    ...(Number(statusCode) >= 400 && { "error.type": textOf(statusCode) }),
  }),
};
