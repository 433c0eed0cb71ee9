import { constants, type X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from "node:tls";
import { hostPort } from "./address.ts";
import { asNetError } from "./failure.ts";
import { bounded } from "./lifetime.ts";
import { NetError, type Tls, type TlsSession } from "./net.ts";
import { REQUEST_WEIGHT } from "./rate.ts";
import type { Connections } from "./tcp.ts";

const TIMEOUT_MS = 8_000;
/** Certificates kept of a chain; real ones have at most five. */
const CHAIN_MAX = 16;

/**
 * A context that can speak with anything this Node can: every suite OpenSSL has, weak keys, TLS 1.0, and servers
 * without RFC 5746. Certificates are looked at, never relied on.
 */
export const permissiveContext = (roots: readonly string[]): SecureContext =>
  createSecureContext({
    ca: [...roots],
    ciphers: "DEFAULT:@SECLEVEL=0",
    minVersion: "TLSv1",
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  });

/** A context for connections whose peer must be who it says it is: the bundled Mozilla roots and `roots`, TLS 1.2 on. */
export const strictContext = (roots: readonly string[]): SecureContext =>
  createSecureContext({ ca: [...rootCertificates, ...roots], minVersion: "TLSv1.2" });

export interface TlsOptions extends Connections {
  /** PEM roots trusted beside the bundled ones. */
  readonly trustedRoots: readonly string[];
}

/** TLS through the guard; a handshake takes a request's share of the rate. */
export function createTls({ lifetime, guard, gate, trustedRoots }: TlsOptions): Tls {
  let context: SecureContext | undefined;
  return {
    async handshake(target, { serverName, timeoutMs = TIMEOUT_MS } = {}) {
      const what = `TLS ${hostPort(target.host, target.port)}`;
      lifetime.assertOpen(what);
      const ip = await guard.addressOf(target);
      // Reading the Mozilla roots takes tens of milliseconds, so that it is done once and only when it is needed.
      context ??= permissiveContext([...rootCertificates, ...trustedRoots]);
      const name = serverName ?? target.host;
      const options = {
        host: ip,
        port: target.port,
        secureContext: context,
        rejectUnauthorized: false,
        // A staple (RFC 6066, section 8) is all that is asked about revocation: no third party learns of the scan.
        requestOCSP: true,
        // The name is the business of the scanner; here only the chain is judged.
        checkServerIdentity: () => undefined,
        ...(isIP(name) === 0 ? { servername: name } : {}),
      };
      return gate.run(ip, REQUEST_WEIGHT, what, () =>
        bounded<TlsSession>({ lifetime, what, timeoutMs }, (resolve, reject) => {
          let ocspResponse: Buffer | null = null;
          const socket = connect(options, () => {
            try {
              resolve({ ...sessionOf(socket, ip, what), ...(ocspResponse ? { ocspResponse } : {}) });
            } catch (error) {
              reject(asNetError(error, what));
            }
          });
          socket.on("OCSPResponse", (response: Buffer | null) => {
            ocspResponse = response;
          });
          socket.on("error", (error) => reject(asNetError(error, what)));
          socket.on("close", () => reject(new NetError("reset", `${what}: connection closed during the handshake`)));
          return () => socket.destroy();
        }),
      );
    },
  };
}

function sessionOf(socket: TLSSocket, ip: string, what: string): TlsSession {
  const protocol = socket.getProtocol();
  if (protocol === null) throw new NetError("reset", `${what}: connection closed after the handshake`);
  return {
    protocol,
    cipher: socket.getCipher().standardName,
    ip,
    chain: chainOf(socket.getPeerX509Certificate()),
    untrusted: socket.authorized ? null : String(socket.authorizationError),
  };
}

/** Node links the certificates in the order in which the server sent them, its root store left out. */
function chainOf(leaf: X509Certificate | undefined): Buffer[] {
  const chain: Buffer[] = [];
  for (let each = leaf; each && chain.length < CHAIN_MAX; each = each.issuerCertificate) chain.push(each.raw);
  return chain;
}
