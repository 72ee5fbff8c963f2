import type { WorkflowDefinition } from "../run/definition.ts";
import { type FailureClass, FlowError, RunTimeout } from "../run/errors.ts";
import { requestIdHeader } from "./request-id.ts";

/** A request that ends without a result: the status, what the client may know, and headers that belong to it. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly failureClass: FailureClass;
  readonly headers: Readonly<Record<string, string>>;
  readonly actionId: string | undefined;

  constructor(
    status: number,
    message: string,
    {
      failureClass = "validation",
      headers = {},
      actionId,
    }: Partial<Pick<RequestProblem, "failureClass" | "headers" | "actionId">> = {},
  ) {
    super(message);
    this.status = status;
    this.failureClass = failureClass;
    this.headers = headers;
    this.actionId = actionId;
  }
}

/** The body of every answer that is not a success (spec section 9). */
export function problemBody({ status, message, failureClass, actionId }: RequestProblem): string {
  return JSON.stringify({
    success: false,
    error: { code: status, message, failureClass, ...(actionId && { actionId }) },
  });
}

/** What cannot be read as HTTP, by the code of Node's error, as a whole answer. */
export function unreadable(code: string | undefined): string {
  const [status, reason, message] = unreadableKinds[code ?? ""] ?? [
    400,
    "Bad Request",
    "the request is not valid HTTP",
  ];
  const failureClass = status === 408 ? "timeout" : "validation";
  const body = problemBody(new RequestProblem(status, message, { failureClass }));
  const headers = [
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${crypto.randomUUID()}`,
    "Connection: close",
  ];
  return `HTTP/1.1 ${status} ${reason}\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
}

const unreadableKinds: Readonly<Partial<Record<string, readonly [number, string, string]>>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "the request did not arrive in time"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Payload Too Large", "the body is too large"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "the headers are too large"],
};

const general: Readonly<Partial<Record<FailureClass, readonly [number, string]>>> = {
  provider: [502, "a provider answered with an error"],
  timeout: [504, "the request took too long"],
  validation: [400, "the workflow cannot work with this request"],
};

/**
 * A failure as the client may see it: what its author wrote for clients, of everything else the kind only, since messages
 * show the inside. Events carry them whole.
 */
export function toProblem(thrown: unknown, definition: WorkflowDefinition): RequestProblem {
  if (thrown instanceof RequestProblem) return thrown;
  if (!(thrown instanceof FlowError))
    return new RequestProblem(500, "internal error", { failureClass: "tool_runtime" });
  const { failureClass, details } = thrown;
  const { actionId, public: forClients } = details;
  const kind = thrown instanceof RunTimeout ? "timeout" : failureClass;
  const [status, text] = general[kind] ?? [500, "the workflow failed"];
  const own = kind === "validation" && definition.resources.find(({ id }) => id === actionId)?.failureCode;
  return new RequestProblem(own || status, forClients ?? text, { failureClass, actionId });
}
