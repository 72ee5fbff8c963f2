import type { Executor } from "../../nouns/executor.ts";
import { anyType, intType, mapType } from "../../nouns/value-type.ts";
import { checkRequest } from "./check.ts";
import { httpEffects, onlyAsks } from "./effects.ts";
import { httpFormats } from "./formats.ts";
import { planRequest, resultOfRequest } from "./response.ts";
import { responseFields } from "./response-fields.ts";
import { httpSimulation } from "./simulation.ts";

/** A field of a form that is a file. */
const filePart = {
  properties: {
    file: { type: "string", description: "Path of the file. Templates allowed.", minLength: 1 },
    filename: { type: "string", description: "File name sent to the server. Default: that of the file." },
    contentType: { type: "string", description: "Media type. Default application/octet-stream." },
  },
  required: ["file"],
  additionalProperties: false,
};

/** `httpClient`: one HTTP request (docs/http-client.md). */
export const httpClient: Executor = {
  key: "httpClient",
  resourceType: "httpClient",
  runtime: "httpClient",
  description: "Sends an HTTP request. The value is the body of the answer: parsed where it is JSON, else text.",
  fields: {
    method: {
      kind: "text",
      description: "GET, POST, … Default GET, or POST where there is a body. Templates allowed.",
      schema: {
        pattern: "^[A-Za-z-]+$|\\{\\{",
        $comment: "must be letters, such as GET, or a template",
        diagnostic: "invalid-http",
      },
    },
    url: {
      kind: "text",
      required: true,
      description:
        "An http: or https: URL. Templates insert values as they are: those from outside belong in query, or through urlencode(…). Where one makes . or .. a segment of the path, the request fails (class validation).",
      schema: { minLength: 1 },
    },
    headers: {
      kind: "text-map",
      description:
        "Headers of the request, over flowc's own accept, accept-encoding, user-agent and content-type. Templates allowed.",
      schema: {
        propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", diagnostic: "invalid-http" },
        additionalProperties: { type: ["string", "number", "boolean"] },
      },
    },
    query: {
      kind: "template",
      description:
        "Parameters added to the URL, encoded. A list repeats the parameter, nil is left out. Templates allowed.",
      schema: {
        type: ["object", "string"],
        pattern: "\\{\\{",
        additionalProperties: { type: ["string", "number", "boolean", "null", "array"] },
      },
    },
    data: {
      kind: "template",
      description: "Body, sent as JSON. Templates allowed; a value that is one template keeps its type.",
    },
    form: {
      kind: "template",
      description: "Body, sent as a form: urlencoded, or multipart where a field is a file. Templates allowed.",
      schema: {
        type: ["object", "string"],
        pattern: "\\{\\{",
        additionalProperties: {
          type: ["string", "number", "boolean", "null", "object", "array"],
          ...filePart,
          items: { type: ["string", "number", "boolean", "null", "object"], ...filePart },
        },
      },
    },
    body: {
      kind: "text",
      description: "Body, sent as it is. Templates allowed.",
      schema: { type: ["string", "number", "boolean"] },
    },
    auth: {
      kind: "settings",
      description: "Credentials, one of the two; user and password in the URL do the same.",
      fields: {
        bearer: {
          kind: "text",
          description: "Token for Authorization: Bearer. Templates allowed: keep it in the environment.",
        },
        basic: {
          kind: "settings",
          description: "User and password for Authorization: Basic.",
          fields: {
            username: {
              kind: "text",
              required: true,
              description: "User. Templates allowed.",
              schema: { type: ["string", "number", "boolean"] },
            },
            password: {
              kind: "text",
              required: true,
              description: "Password. Templates allowed: keep it in the environment.",
              schema: { type: ["string", "number", "boolean"] },
            },
          },
        },
      },
    },
    timeout: {
      kind: "duration",
      option: "timeoutMs",
      description:
        "Longest time of the resource, redirects and retries included. Default: none, but 5m without a byte from the server.",
    },
    retry: {
      kind: "settings",
      description: "Sends the request again after failures that may pass. Absent: never.",
      fields: {
        maxAttempts: {
          kind: "integer",
          description: "All attempts together. Default 3.",
          schema: { minimum: 1, maximum: 100 },
        },
        backoff: {
          kind: "duration",
          option: "backoffMs",
          description:
            "Time before the second attempt, doubled from attempt to attempt; the server's Retry-After takes precedence. Default 500ms.",
        },
        maxBackoff: {
          kind: "duration",
          option: "maxBackoffMs",
          description: "Longest time between two attempts, also where Retry-After asks for more. Default 30s.",
        },
        retryOn: {
          kind: "data",
          description:
            "Status codes, and connection for broken connections. Default 429, 502, 503, 504, connection. Writing it out allows POST and PATCH to be repeated.",
          schema: {
            type: "array",
            items: {
              type: ["integer", "string"],
              minimum: 100,
              maximum: 599,
              pattern: "^connection$",
              $comment: "must be a status code, such as 503, or the word connection",
              diagnostic: "invalid-http",
            },
          },
        },
      },
    },
    followRedirects: {
      kind: "data",
      description: "Whether redirects are followed, or how many. Default 20.",
      schema: { type: ["boolean", "integer"], minimum: 0, maximum: 100 },
    },
    tls: {
      kind: "settings",
      description: "TLS of https: URLs.",
      fields: {
        rejectUnauthorized: {
          kind: "boolean",
          description: "false: accept any certificate, so anybody may listen in. Default true.",
        },
        ca: {
          kind: "text",
          description:
            "Certificates to trust instead of the usual ones: PEM, or the path of a file. Templates allowed.",
        },
        cert: { kind: "text", description: "Client certificate: PEM, or the path of a file. Templates allowed." },
        key: {
          kind: "text",
          description: "Key of the client certificate: PEM, or the path of a file. Templates allowed.",
        },
        passphrase: {
          kind: "text",
          description: "Passphrase of the key. Templates allowed: keep it in the environment.",
        },
        servername: {
          kind: "text",
          description: "Name that the server's certificate must have, instead of the URL's host. Templates allowed.",
        },
      },
    },
    proxy: {
      kind: "text",
      description:
        "http: or https: URL of a proxy; empty: none. Default: HTTPS_PROXY or HTTP_PROXY of the environment, unless NO_PROXY names the host. Templates allowed.",
    },
    cache: {
      kind: "settings",
      description: "Reuses a good answer for equal requests, in this process.",
      fields: {
        ttl: { kind: "duration", option: "ttlMs", required: true, description: "How long." },
        key: {
          kind: "text",
          description: "What identifies a request. Default: method, URL, headers and body. Templates allowed.",
          schema: { minLength: 1 },
        },
      },
    },
    maxBytes: {
      kind: "integer",
      description:
        "Longest answer, after decompression; more is a failure (class tool_runtime), never cut. Default 67108864 (64 MiB).",
      schema: { minimum: 1 },
    },
    failOnStatus: {
      kind: "data",
      description:
        "true: any status but 2xx is a failure (class provider). A list: these codes, and classes such as 5xx. Default: any status is a result.",
      schema: {
        type: ["boolean", "array"],
        items: {
          type: ["integer", "string"],
          minimum: 100,
          maximum: 599,
          pattern: "^[1-5]xx$",
          $comment: "must be a status code, such as 404, or a class of them, such as 5xx",
          diagnostic: "invalid-http",
        },
      },
    },
    ...responseFields,
  },
  apart: [["responseSchema", "openapi"]],
  result: {
    typeName: "HttpResult",
    main: "body",
    fields: { statusCode: intType, headers: mapType, body: anyType },
    fallback: "httpFallback",
    outcomeFields: [],
    source: "the answer",
  },
  resultOf: resultOfRequest,
  plan: planRequest,
  check: checkRequest,
  effects: httpEffects,
  formats: httpFormats,
  onlyReads: onlyAsks,
  environment: [
    { names: ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"], meaning: "the proxy of httpClient and chat resources" },
  ],
  simulations: [httpSimulation],
  picture: { fill: "#ffedd5", stroke: "#c2410c", mermaid: ["{{", "}}"], dot: "hexagon" },
};
