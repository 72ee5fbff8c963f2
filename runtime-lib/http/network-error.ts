import { FlowError } from "../run/errors.ts";
import { firstFailure, networkCodes } from "../run/network-codes.ts";

/** Nothing had been sent: any request may be tried again. */
const beforeSending = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"]);

/** No connection, or a broken one: class infra. The message names the host alone: paths and queries may hold secrets. */
export class NetworkError extends FlowError {
  /** True where the server cannot have seen the request. */
  readonly unsent: boolean;

  constructor(host: string, cause: unknown) {
    const { code = "", message = String(cause) } = firstFailure(cause) as NodeJS.ErrnoException;
    const tls = /CERT|TLS|SSL|EPROTO/.test(code) ? "no safe connection to" : "no answer from";
    const meaning = networkCodes[code] ?? parserProblem(code) ?? firstLine(message);
    super("infra", `${tls} ${host}: ${meaning}${code === "" ? "" : ` (${code})`}`, { cause });
    this.unsent = beforeSending.has(code) || tls.startsWith("no safe");
  }
}

/** What Node says of a connection that ends before the answer does; for the ends of which it says nothing. */
export function noAnswer(): Error {
  return Object.assign(new Error("no answer"), { code: "ECONNRESET" });
}

function parserProblem(code: string): string | undefined {
  return code.startsWith("HPE_") ? "what it sent is not HTTP" : undefined;
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
