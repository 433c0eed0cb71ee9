import { NetError, type NetErrorCode } from "./net.ts";

/** Codes of Node's sockets and TLS, OpenSSL, llhttp and undici, in the words of the scan. */
const codes: Readonly<Record<string, readonly [NetErrorCode, string]>> = {
  ECONNREFUSED: ["refused", "connection refused"],
  EHOSTUNREACH: ["unreachable", "host unreachable"],
  EHOSTDOWN: ["unreachable", "host down"],
  ENETUNREACH: ["unreachable", "network unreachable"],
  ENETDOWN: ["unreachable", "network down"],
  EADDRNOTAVAIL: ["unreachable", "no local address can reach it"],
  EACCES: ["unreachable", "the local network forbids the connection"],
  EPERM: ["unreachable", "the local network forbids the connection"],
  ETIMEDOUT: ["timeout", "no answer in time"],
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "no connection in time"],
  UND_ERR_HEADERS_TIMEOUT: ["timeout", "no response headers in time"],
  UND_ERR_BODY_TIMEOUT: ["timeout", "the response body stalled"],
  ECONNRESET: ["reset", "connection reset by the peer"],
  ECONNABORTED: ["reset", "connection aborted"],
  EPIPE: ["reset", "connection closed by the peer"],
  UND_ERR_SOCKET: ["reset", "connection closed by the peer"],
  UND_ERR_HEADERS_OVERFLOW: ["too_large", "response headers too large"],
  HPE_HEADER_OVERFLOW: ["too_large", "response headers too large"],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ["too_large", "response too large"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["protocol_error", "the body is not as long as its Content-Length"],
  UND_ERR_INVALID_ARG: ["protocol_error", "the request cannot be put into HTTP"],
  EPROTO: ["tls_failure", "TLS handshake failed"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["tls_failure", "the certificate is for another name"],
  EMFILE: ["unreachable", "the scanner is out of sockets"],
  ENFILE: ["unreachable", "the scanner is out of sockets"],
  ENOBUFS: ["unreachable", "the scanner is out of network buffers"],
};

/** Any failure of a connection as a NetError whose message names the target (`what`), the cause and the original code. */
export function asNetError(error: unknown, what: string): NetError {
  if (error instanceof NetError) return error;
  const code = codeOf(error);
  const [netCode, cause] = codes[code] ?? byFamily(code, error);
  return new NetError(netCode, `${what}: ${cause}${code ? ` (${code})` : ""}`, { cause: error });
}

/** The `code` of a system error, of the first of several, or an empty string. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error.cause);
}

/** OpenSSL's reasons not to trust a chain, as Node spells them. */
const UNTRUSTED =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_CERT_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

function byFamily(code: string, error: unknown): readonly [NetErrorCode, string] {
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code.startsWith("ERR_OSSL_")) {
    return ["tls_failure", "TLS handshake failed"];
  }
  if (UNTRUSTED.test(code)) return ["tls_failure", "the certificate is not trusted"];
  if (code.startsWith("HPE_")) return ["protocol_error", "the answer is not HTTP"];
  return ["protocol_error", error instanceof Error ? error.message : String(error)];
}
