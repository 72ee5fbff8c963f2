import { FlowError } from "../errors.ts";

/** What the codes of the system and of Node mean. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was closed before the whole answer had come",
  EPIPE: "the connection was closed before the whole request was sent",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name of the host could not be looked up",
  ETIMEDOUT: "no answer to the connection",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENETDOWN: "the network is down",
  EADDRNOTAVAIL: "no free address or port",
  EMFILE: "this process has too many open files",
  EPROTO: "it does not speak TLS as expected",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate was signed by one that is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "who signed its certificate is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "who signed its certificate is not known",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** Nothing had been sent: any request may be tried again. */
const beforeSending = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"]);

/** No connection, or a broken one: class infra. The message names the host alone: paths and queries may hold secrets. */
export class NetworkError extends FlowError {
  /** True where the server cannot have seen the request. */
  readonly unsent: boolean;

  constructor(host: string, cause: unknown) {
    const { code = "", message = String(cause) } = firstOf(cause) as NodeJS.ErrnoException;
    const tls = /CERT|TLS|SSL|EPROTO/.test(code) ? "no safe connection to" : "no answer from";
    const meaning = meanings[code] ?? parserProblem(code) ?? firstLine(message);
    super("infra", `${tls} ${host}: ${meaning}${code === "" ? "" : ` (${code})`}`, { cause });
    this.unsent = beforeSending.has(code) || tls.startsWith("no safe");
  }
}

/** Of an attempt at several addresses the first failure stands for all. */
function firstOf(cause: unknown): unknown {
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
}

function parserProblem(code: string): string | undefined {
  return code.startsWith("HPE_") ? "what it sent is not HTTP" : undefined;
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
