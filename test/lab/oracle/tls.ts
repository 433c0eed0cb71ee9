import "reflect-metadata";
import { X509Certificate } from "node:crypto";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import * as x509 from "@peculiar/x509";
import { firstBytes } from "../raw/tcp.ts";
import { type Claim, type Oracle, placeOf } from "./oracle.ts";

interface Seen {
  readonly leaf: X509Certificate;
  readonly untrusted: string;
}

const handshake = (claim: Claim): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const { address, port } = placeOf(claim);
    const socket = connect(
      {
        host: address,
        port,
        servername: claim.host,
        rejectUnauthorized: false,
        ca: claim.lab.rootCertificate,
        ciphers: "DEFAULT:@SECLEVEL=0",
        minVersion: "TLSv1",
      },
      () => {
        const leaf = new X509Certificate(socket.getPeerCertificate().raw);
        resolve({ leaf, untrusted: String(socket.authorizationError ?? "") });
        socket.destroy();
      },
    );
    socket.on("error", reject);
  });

const judged =
  (judge: (seen: Seen, claim: Claim) => boolean): Oracle =>
  async (claim) =>
    judge(await handshake(claim), claim);

/** What a client of Node gets that offers the given suites and versions; null where there is no connection. */
const connected = (claim: Claim, options: ConnectionOptions): Promise<TLSSocket | null> =>
  new Promise((resolve) => {
    const { address, port } = placeOf(claim);
    const socket = connect({ host: address, port, servername: claim.host, rejectUnauthorized: false, ...options }, () =>
      resolve(socket),
    );
    socket.once("secureConnect", () => setImmediate(() => socket.destroy()));
    socket.once("error", () => resolve(null));
  });

const upTo12 = (ciphers: string): ConnectionOptions => ({ maxVersion: "TLSv1.2", ciphers: `${ciphers}:@SECLEVEL=0` });

const revokedStaple: Oracle = (claim) =>
  new Promise((resolve) => {
    const { address, port } = placeOf(claim);
    const socket = connect({
      host: address,
      port,
      servername: claim.host,
      rejectUnauthorized: false,
      requestOCSP: true,
    });
    // Tag [1] with a time in it is the state "revoked"; "good" is an empty tag [0].
    socket.once("OCSPResponse", (der: Buffer) => {
      resolve(der?.toString("hex").includes("a111180f") ?? false);
      socket.destroy();
    });
    socket.once("secureConnect", () => socket.destroy());
    socket.once("close", () => resolve(false));
    socket.once("error", () => resolve(false));
  });

const daysLeft = ({ leaf }: Seen): number => (new Date(leaf.validTo).getTime() - Date.now()) / 86_400_000;

/** A ClientHello of one version with the suites of its time (RFC 6101, 2246, 4346). */
const hello = (minor: number): Buffer => {
  const suites = [0xc0, 0x09, 0xc0, 0x0a, 0xc0, 0x13, 0xc0, 0x14, 0x00, 0x2f, 0x00, 0x35, 0x00, 0x0a];
  // Named groups and point formats, without which no server picks an elliptic curve.
  const extensions = minor === 0 ? [] : [0, 14, 0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0];
  const body = [3, minor, ...Array(32).fill(7), 0, 0, suites.length, ...suites, 1, 0, ...extensions];
  return Buffer.from([0x16, 3, minor, 0, body.length + 4, 1, 0, 0, body.length, ...body]);
};

const speaks =
  (minor: number): Oracle =>
  async (claim) => {
    const answer = await firstBytes(placeOf(claim), hello(minor));
    return answer[0] === 0x16 && answer[5] === 2 && answer[9] === 3 && answer[10] === minor;
  };

export const tlsOracles: Readonly<Record<string, Oracle>> = {
  "easm.tls.certificate_expired": judged((seen) => daysLeft(seen) < 0),
  "easm.tls.certificate_expiring": judged((seen) => daysLeft(seen) > 0 && daysLeft(seen) < 14),
  "easm.tls.certificate_name_mismatch": judged(({ leaf }, { host }) => leaf.checkHost(host) === undefined),
  "easm.tls.certificate_self_signed": judged(({ leaf }) => leaf.subject === leaf.issuer && leaf.verify(leaf.publicKey)),
  "easm.tls.certificate_untrusted": judged(({ untrusted }) => untrusted === "SELF_SIGNED_CERT_IN_CHAIN"),
  "easm.tls.chain_incomplete": judged(
    ({ leaf, untrusted }) => untrusted === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && leaf.infoAccess !== undefined,
  ),
  "easm.tls.certificate_weak_key": judged(
    ({ leaf }) => (leaf.publicKey.asymmetricKeyDetails?.modulusLength ?? 4096) < 2048,
  ),
  "easm.tls.certificate_weak_signature": judged(({ leaf }) => {
    const algorithm = new x509.X509Certificate(leaf.raw).signatureAlgorithm;
    return algorithm.hash.name === "SHA-1";
  }),
  "easm.tls.protocol_sslv3": speaks(0),
  "easm.tls.protocol_tls10": speaks(1),
  "easm.tls.protocol_tls11": speaks(2),
  "easm.tls.suites_broken": async (claim) => (await connected(claim, upTo12("eNULL:aNULL"))) !== null,
  "easm.tls.no_forward_secrecy": async (claim) =>
    (await connected(claim, upTo12("kRSA"))) !== null &&
    (await connected(claim, { ciphers: "ECDHE:DHE:TLSv1.3" })) === null,
  "easm.tls.dh_weak": async (claim) => {
    const socket = await connected(claim, upTo12("DHE"));
    const key = socket?.getEphemeralKeyInfo() ?? null;
    return key !== null && "size" in key && Number(key.size) < 2048;
  },
  "easm.tls.tls13_missing": async (claim) => (await connected(claim, {}))?.getProtocol() === "TLSv1.2",
  "easm.tls.certificate_revoked": revokedStaple,
};
