// @peculiar/x509 registers its classes with decorators that need this before they load.
import "reflect-metadata";
import { webcrypto, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer as createTcpServer, type Server } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import * as x509 from "@peculiar/x509";
import { describe, expect, onTestFinished, test } from "vitest";
import { judgeChain, readChain } from "../../../functions/scanners/easm/tls/certificate.ts";
import { accepts, clientHello, serverHelloOf } from "../../../functions/scanners/easm/tls/client-hello.ts";
import { dhBits } from "../../../functions/scanners/easm/tls/dh.ts";
import { revocationOf } from "../../../functions/scanners/easm/tls/ocsp.ts";
import { tls } from "../../../functions/scanners/easm/tls.ts";
import { DAY_MS, ecAlgorithm, newAuthority, serialNumber } from "../../../lab/certificates/authority.ts";
import { type CertificateKind, newIssuer } from "../../../lab/certificates/issue.ts";
import { dhParameters, ocspResponse } from "../../../lab/certificates/tls-material.ts";
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

describe("suites and key exchanges", () => {
  const strong = "ECDHE-RSA-AES128-GCM-SHA256";
  test.each<[string, TlsOptions, string[]]>([
    ["no encryption", { ciphers: `${strong}:NULL-SHA256:@SECLEVEL=0` }, ["suites_broken"]],
    ["no certificate", { ciphers: `${strong}:AECDH-AES256-SHA:@SECLEVEL=0` }, ["suites_broken"]],
    [
      "RSA key exchange alone",
      { ciphers: "AES128-GCM-SHA256", maxVersion: "TLSv1.2" },
      ["no_forward_secrecy", "tls13_missing"],
    ],
    ["RSA key exchange as a fallback", { ciphers: `${strong}:AES128-GCM-SHA256` }, []],
    ["TLS 1.2 at most", { ciphers: strong, maxVersion: "TLSv1.2" }, ["tls13_missing"]],
    [
      "a group of 1024 bits",
      { ciphers: "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0", dhparam: dhParameters(1024) },
      ["dh_weak"],
    ],
    ["a group of 2048 bits", { ciphers: "DHE-RSA-AES128-GCM-SHA256", dhparam: dhParameters(2048) }, []],
    ["TLS 1.3 alone", { minVersion: "TLSv1.3" }, []],
  ])("%s", async (_, options, rules) => {
    const outcome = await scan(await server("rsa_2048", options));
    expect(outcome.rules).toEqual(rules);
    expect(outcome.missed).toEqual([]);
  });

  /** Answers hellos that offer one of the suites with a ServerHello, and hands all else to a real server. */
  const agreesTo = async (...suites: readonly number[]) => {
    const credentials = await issuer.issue("good", [NAME]);
    const real = createServer({ ...credentials, minVersion: "TLSv1.2" });
    return bench.tcp((socket) =>
      socket.once("data", (hello: Buffer) => {
        // A hello with a session id is one of Node's, not one of those that are never followed up.
        const length = hello[43] === 0 ? hello.readUInt16BE(44) / 2 : 0;
        const offered = Array.from({ length }, (_, index) => hello.readUInt16BE(46 + index * 2));
        const taken = offered.find((suite) => suites.includes(suite));
        if (taken !== undefined) {
          const head = Buffer.from("160303002a02000026 0303".replace(" ", ""), "hex");
          socket.end(Buffer.concat([head, Buffer.alloc(32, 9), Buffer.from([0, taken >> 8, taken & 255, 0])]));
          return;
        }
        socket.pause();
        socket.unshift(hello);
        real.emit("connection", socket);
      }),
    );
  };

  test.each([
    ["RC4", [0x0005], undefined, ["TLS_RSA_WITH_RC4_128_SHA"]],
    ["triple DES", [0x000a], "low", ["TLS_RSA_WITH_3DES_EDE_CBC_SHA"]],
    [
      "export keys and triple DES",
      [0x0003, 0x000a],
      "high",
      ["TLS_RSA_EXPORT_WITH_RC4_40_MD5", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"],
    ],
  ])("%s weighs as much as it harms", async (_, suites, severity, names) => {
    const { detections } = await scan(await agreesTo(...suites));
    expect(detections).toMatchObject([{ rule: "suites_broken", parameter: NAME, evidence: { suites: names } }]);
    expect(detections[0]?.severity?.value).toBe(severity);
  });

  test("a ServerHello with a suite that nobody offered is none", async () => {
    const hello = Buffer.concat([
      Buffer.from("160303002a020000260303", "hex"),
      Buffer.alloc(32),
      Buffer.from([0, 0x13, 1, 0]),
    ]);
    expect(serverHelloOf(hello)).toEqual({ version: 0x0303, suite: 0x1301 });
    for (let length = 0; length < hello.length - 1; length++)
      expect(serverHelloOf(hello.subarray(0, length))).toBeNull();
  });

  test("the bits of a prime are counted without its leading zeros", () => {
    const prime = Buffer.concat([Buffer.of(0, 0x7f), Buffer.alloc(63, 255)]);
    const body = Buffer.concat([Buffer.from([0, prime.length]), prime, Buffer.from([0, 1, 2])]);
    const message = Buffer.concat([Buffer.from([12, 0, 0, body.length]), body]);
    const record = Buffer.concat([Buffer.from([0x16, 3, 3, 0, message.length]), message]);
    expect(dhBits(record)).toBe(511);
    for (let length = 0; length < record.length - 3; length++) expect(dhBits(record.subarray(0, length))).toBeNull();
  });
});

describe("revocation by a stapled response", () => {
  const stapling = async (state: "good" | "revoked", serial?: string) => {
    const credentials = await issuer.issue("good", [NAME]);
    const own = new X509Certificate(credentials.cert).serialNumber;
    const listener = createServer({ ...credentials, minVersion: "TLSv1.2" });
    listener.on("OCSPRequest", (_certificate, _issuer, answer) => answer(null, ocspResponse(serial ?? own, state)));
    return scan(await bench.listening(listener));
  };

  test("revoked", async () => {
    const { detections, assets } = await stapling("revoked");
    expect(detections).toMatchObject([
      { rule: "certificate_revoked", parameter: assets[0]?.value, evidence: { revoked_at: "20260101000000Z" } },
    ]);
  });

  test("good, or about another certificate", async () => {
    expect((await stapling("good")).rules).toEqual([]);
    expect((await stapling("revoked", "0badc0de")).rules).toEqual([]);
  });

  test("a response that is cut off says nothing", () => {
    const response = ocspResponse("0a1b", "revoked");
    expect(revocationOf(response, "A1B")).toEqual({ revoked: true, since: "20260101000000Z" });
    for (let length = 0; length < response.length; length++)
      expect(revocationOf(response.subarray(0, length), "A1B")).toBeNull();
  });
});

test("a certificate is listed with its key and its wildcards", async () => {
  const { assets } = await scan(await server("wildcard"));
  expect(assets).toMatchObject([{ attributes: { wildcard_names: ["*.example.test"], key: "EC prime256v1" } }]);
});
