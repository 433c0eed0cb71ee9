// @peculiar/x509 registers its classes with decorators that need this before they load.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { createServer as createTcpServer, type Server } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import * as x509 from "@peculiar/x509";
import { describe, expect, onTestFinished, test } from "vitest";
import { judgeChain, readChain } from "../../../functions/scanners/easm/tls/certificate.ts";
import { accepts, clientHello } from "../../../functions/scanners/easm/tls/client-hello.ts";
import { tls } from "../../../functions/scanners/easm/tls.ts";
import { DAY_MS, ecAlgorithm, newAuthority, serialNumber } from "../../../lab/certificates/authority.ts";
import { type CertificateKind, newIssuer } from "../../../lab/certificates/issue.ts";
import { netBench, webService } from "./net-bench.ts";

// OpenSSL judges trust by this machine's clock, so the certificates and the scan have to go by it too.
const now = new Date();
const issuer = await newIssuer(now);
const bench = netBench({ trustedRoots: [issuer.rootCertificate], now });

const NAME = "www.example.test";

const server = async (kind: CertificateKind, options: TlsOptions = {}, names: readonly string[] = [NAME]) => {
  const credentials = await issuer.issue(kind, names);
  return bench.listening(
    createServer({ minVersion: "TLSv1.2", ciphers: "DEFAULT:@SECLEVEL=0", ...credentials, ...options }),
  );
};

/** A TLS server at a port of an address of its own. */
const serverAt = async (address: string, port: number, kind: CertificateKind): Promise<Server> => {
  const credentials = await issuer.issue(kind, [NAME]);
  const listener = createServer({ minVersion: "TLSv1.2", ciphers: "DEFAULT:@SECLEVEL=0", ...credentials });
  listener.listen(port, address);
  await once(listener, "listening");
  onTestFinished(() => {
    listener.close();
  });
  return listener;
};

const scan = (port: number, names: readonly string[] = [NAME]) =>
  bench.scan(tls, webService(port, { tls: true, names }));

describe("certificates", () => {
  test.each<[CertificateKind, string[]]>([
    ["good", []],
    ["wildcard", []],
    ["with_root", []],
    ["renewed_late", []],
    ["expired", ["certificate_expired"]],
    ["expiring", ["certificate_expiring"]],
    ["other_name", ["certificate_name_mismatch"]],
    ["self_signed", ["certificate_self_signed"]],
    ["unknown_root", ["certificate_untrusted"]],
    ["no_intermediate", ["chain_incomplete"]],
    ["rsa_1024", ["certificate_weak_key"]],
    ["sha_1", ["certificate_weak_signature"]],
  ])("%s", async (kind, rules) => {
    const { rules: reported, assets } = await scan(await server(kind));
    expect(reported).toEqual(rules);
    expect(assets).toMatchObject([{ kind: "certificate", attributes: { host: NAME } }]);
  });

  test("each name of a service is asked, and a shared certificate is judged once", async () => {
    const port = await server("expiring", {}, [NAME]);
    const { detections, assets } = await scan(port, ["other.example.test", NAME]);
    expect(assets).toHaveLength(1);
    expect(detections.map(({ rule, matched_at }) => [rule, matched_at])).toEqual([
      ["certificate_expiring", `${NAME}:${port}`],
      ["certificate_name_mismatch", `other.example.test:${port}`],
    ]);
  });
});

describe("a chain without its intermediate", () => {
  test.each([
    ["http://pki.example.test/issuing.cer", "chain_incomplete"],
    ["https://pki.example.test/issuing.cer", "chain_incomplete"],
    ["ldap:///CN=Example,CN=AIA,DC=corp?cACertificate?base", "certificate_untrusted"],
  ])("whose issuer is at %s: %s", async (caIssuers, rule) => {
    const authority = await newAuthority("Corporate", now);
    const keys = await webcrypto.subtle.generateKey(ecAlgorithm, true, ["sign", "verify"]);
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${NAME}`,
      issuer: authority.intermediate.subject,
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(now.getTime() + 90 * DAY_MS),
      publicKey: keys.publicKey,
      signingKey: authority.signingKey,
      signingAlgorithm: ecAlgorithm,
      extensions: [new x509.AuthorityInfoAccessExtension({ caIssuers })],
    });
    const sent = readChain([Buffer.from(leaf.rawData)], "UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    expect(sent === null ? null : judgeChain(sent, now).map((verdict) => verdict.rule)).toEqual([rule]);
  });
});

describe("what a finding is known by", () => {
  test("is the name it was judged under, also when that is the service's own", async () => {
    const port = await server("self_signed");
    const { detections } = await scan(port);
    expect(detections).toMatchObject([{ parameter: NAME, asset: { value: `${NAME}:${port}/tcp` } }]);
  });

  test("does not change when another address shows the same or something else", async () => {
    const port = await server("self_signed");
    await serverAt("127.0.0.11", port, "self_signed");
    await serverAt("127.0.0.12", port, "good");
    const ips = ["127.0.0.1", "127.0.0.11", "127.0.0.12"];
    const { detections, assets, missed } = await bench.scan(tls, webService(port, { tls: true, names: [NAME], ips }));
    expect(detections).toMatchObject([
      { rule: "certificate_self_signed", parameter: NAME, evidence: { ips: ["127.0.0.1", "127.0.0.11"] } },
    ]);
    expect(assets).toHaveLength(3);
    expect(missed).toEqual([]);
  });

  test.each(["expired", "expiring"] as const)("is the certificate where it is about its end: %s", async (kind) => {
    const port = await server(kind);
    await serverAt("127.0.0.14", port, kind);
    const ips = ["127.0.0.1", "127.0.0.14"];
    const { detections, assets } = await bench.scan(tls, webService(port, { tls: true, names: [NAME], ips }));
    const [one, other] = assets.map(({ value }) => value);
    expect(detections).toMatchObject([
      { rule: `certificate_${kind}`, parameter: one, matched_at: `${NAME}:${port}`, evidence: { ips: ["127.0.0.1"] } },
      { rule: `certificate_${kind}`, parameter: other, evidence: { ips: ["127.0.0.14"] } },
    ]);
  });
});

describe("names on ports without HTTP", () => {
  const mail = (port: number, names: readonly string[]) =>
    bench.scan(tls, webService(port, { tls: true, names, protocol: "imap" }));

  test("one finding for a service whose certificate fits none of them", async () => {
    const names = ["mx.example.test", "mail.example.test", "imap.example.test"];
    const { detections } = await mail(await server("good"), names);
    expect(detections.map(({ rule, parameter }) => [rule, parameter])).toEqual([
      ["certificate_name_mismatch", "mx.example.test"],
    ]);
  });

  test("none where it fits one", async () => {
    expect((await mail(await server("good"), ["mx.example.test", NAME])).rules).toEqual([]);
  });
});

describe("what does not answer", () => {
  test("one of two addresses: what the other shows is told, and the service is missed", async () => {
    const port = await server("expired");
    const silent = createTcpServer((socket) => socket.resetAndDestroy());
    silent.listen(port, "127.0.0.13");
    await once(silent, "listening");
    onTestFinished(() => {
      silent.close();
    });
    const ips = ["127.0.0.1", "127.0.0.13"];
    const { rules, missed } = await bench.scan(tls, webService(port, { tls: true, names: [NAME], ips }));
    expect(rules).toEqual(["certificate_expired"]);
    expect(missed).toEqual([`${NAME}:${port}/tcp`]);
  });

  test("a server that resets old hellos and goes on with new ones has answered", async () => {
    const credentials = await issuer.issue("good", [NAME]);
    const inner = createServer({ minVersion: "TLSv1.2", ...credentials });
    const port = await bench.listening(
      createTcpServer((socket) => {
        socket.once("readable", () => {
          const hello: Buffer | null = socket.read();
          // Suites of TLS 1.3 are in new hellos only.
          if (hello === null || !hello.includes(Buffer.of(0x13, 0x01))) socket.resetAndDestroy();
          else {
            socket.unshift(hello);
            inner.emit("connection", socket);
          }
        });
      }),
    );
    const { rules, missed } = await scan(port);
    expect([...rules, ...missed]).toEqual([]);
  });
});

describe("protocol versions", () => {
  test("TLS 1.0 and 1.1 where a server still accepts them", async () => {
    expect((await scan(await server("good", { minVersion: "TLSv1" }))).rules).toEqual([
      "protocol_tls10",
      "protocol_tls11",
    ]);
    expect((await scan(await server("good", { minVersion: "TLSv1.1" }))).rules).toEqual(["protocol_tls11"]);
  });

  test("a ServerHello counts only with the version that was offered", () => {
    const answer = Buffer.concat([Buffer.from("160300002a020000260300", "hex"), Buffer.alloc(40)]);
    expect(accepts("sslv3", answer)).toBe(true);
    expect(accepts("tls10", answer)).toBe(false);
    expect(accepts("sslv3", clientHello("sslv3", NAME, Buffer.alloc(32)))).toBe(false);
    expect(accepts("sslv3", Buffer.from("15030000020228", "hex"))).toBe(false);
    expect(accepts("sslv3", Buffer.alloc(0))).toBe(false);
  });
});

test("a port that is gone throws, and one without TLS is left alone", async () => {
  await expect(scan(1)).rejects.toMatchObject({ name: "NetError" });
  expect((await bench.scan(tls, webService(1))).rules).toEqual([]);
});
