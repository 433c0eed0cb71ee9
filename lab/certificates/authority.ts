// The decorators that @peculiar/x509 registers its classes with need this before they load.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

x509.cryptoProvider.set(webcrypto);

export const ecAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export const DAY_MS = 86_400_000;

/** A root and the intermediate that signs leaves. */
export interface Authority {
  readonly root: x509.X509Certificate;
  readonly intermediate: x509.X509Certificate;
  readonly signingKey: webcrypto.CryptoKey;
}

/** A positive serial number; RFC 5280, 4.1.2.2 wants it unique per issuer. */
export const serialNumber = (): string =>
  Buffer.from(webcrypto.getRandomValues(new Uint8Array(15)))
    .toString("hex")
    .padStart(32, "01");

const caExtensions = async (key: webcrypto.CryptoKey, pathLength: number) => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  await x509.SubjectKeyIdentifierExtension.create(key),
];

/** A new root of ten years and an intermediate of five under it, both EC P-256. */
export async function newAuthority(organisation: string, now: Date): Promise<Authority> {
  const rootKeys = await webcrypto.subtle.generateKey(ecAlgorithm, true, ["sign", "verify"]);
  const keys = await webcrypto.subtle.generateKey(ecAlgorithm, true, ["sign", "verify"]);
  const notBefore = new Date(now.getTime() - 30 * DAY_MS);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${organisation} Root, O=${organisation}`,
    notBefore,
    notAfter: new Date(now.getTime() + 3650 * DAY_MS),
    keys: rootKeys,
    signingAlgorithm: ecAlgorithm,
    extensions: await caExtensions(rootKeys.publicKey, 1),
  });
  const intermediate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${organisation} Issuing CA, O=${organisation}`,
    issuer: root.subject,
    notBefore,
    notAfter: new Date(now.getTime() + 1825 * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ecAlgorithm,
    extensions: [
      ...(await caExtensions(keys.publicKey, 0)),
      await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  return { root, intermediate, signingKey: keys.privateKey };
}
