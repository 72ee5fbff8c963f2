/** What the codes mean with which the system and Node say that there is no connection, or no longer one. */
export const networkCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was closed before the whole answer arrived",
  ECONNABORTED: "the connection was aborted",
  EPIPE: "the connection was closed before the whole request was sent",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name of the host could not be looked up",
  ETIMEDOUT: "no answer to the connection",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENETDOWN: "the network is down",
  EADDRNOTAVAIL: "no free address or port",
  EMFILE: "this process has too many open files",
  // Of sockets that are files.
  ENOENT: "there is no such socket",
  EACCES: "permission denied",
  EPROTO: "it does not speak TLS as expected",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate was signed by an untrusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate was signed by an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate was signed by an unknown authority",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** Of an attempt at the several addresses of a name the first failure stands for all. */
export function firstFailure(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}
