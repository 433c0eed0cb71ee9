import { createServer, type TlsOptions } from "node:tls";
import { describe, expect, test } from "vitest";
import { accepts, clientHello } from "../../../functions/scanners/easm/tls/client-hello.ts";
import { tls } from "../../../functions/scanners/easm/tls.ts";
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
