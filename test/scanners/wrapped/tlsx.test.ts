// @peculiar/x509 registers its classes with decorators that need this before they load.
import "reflect-metadata";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createServer, type TlsOptions } from "node:tls";
import * as x509 from "@peculiar/x509";
import { describe, expect, test } from "vitest";
import { detectedFinding } from "../../../functions/domain/finding.ts";
import { tls } from "../../../functions/scanners/easm/tls.ts";
import type { Detection, Scanner } from "../../../functions/scanners/scanner.ts";
import { tlsx } from "../../../functions/scanners/wrapped/tlsx.ts";
import { findTool } from "../../../functions/tools/find-tool.ts";
import { runTool } from "../../../functions/tools/run-tool.ts";
import { ToolError, type ToolRun } from "../../../functions/tools/tool.ts";
import { DAY_MS, ecAlgorithm, newAuthority, serialNumber } from "../../../lab/certificates/authority.ts";
import { type CertificateKind, newIssuer } from "../../../lab/certificates/issue.ts";
import { loopbackNet } from "../../net/support.ts";
import { netBench, webService } from "../easm/net-bench.ts";

// OpenSSL judges trust by this machine's clock, so the certificates and the scan have to go by it too.
const now = new Date();
const issuer = await newIssuer(now);
const NAME = "www.example.test";
const PORT = 8443;

/** What tlsx 1.2.0 says of a server with TLS 1.0 and RC4, which no server that runs here would speak. */
const recorded = readFileSync(join(import.meta.dirname, "fixtures/tlsx-old-suites.jsonl"), "utf8");

const target = (own: Partial<ReturnType<typeof webService>["attributes"]> = {}) =>
  webService(PORT, { tls: true, names: [NAME], ...own });

describe("what tlsx writes", () => {
  const runs: ToolRun[] = [];
  let stdout = "";
  const bench = netBench({
    now,
    runTool: async (_, run) => {
      runs.push(run);
      if (stdout === "fails") throw new ToolError("tlsx failed (code 1)");
      if (stdout === "hangs") throw new ToolError("tlsx took longer than 150 seconds", "timeout");
      return { stdout };
    },
  });
  const scan = (text: string, own = {}) => {
    stdout = text;
    return bench.scan(tlsx, target(own));
  };
  const changed = (change: Record<string, unknown>) => `${JSON.stringify({ ...JSON.parse(recorded), ...change })}\n`;

  test("is read as findings of the service", async () => {
    const { detections, rules, missed } = await scan(recorded);
    expect(rules).toEqual(["protocol_tls10", "protocol_tls11", "suites_broken"]);
    expect(missed).toEqual([]);
    expect(detections.find(({ rule }) => rule === "suites_broken")).toMatchObject({
      asset: { kind: "service", value: `${NAME}:${PORT}/tcp` },
      matched_at: `${NAME}:${PORT}`,
      port: PORT,
      parameter: NAME,
      evidence: {
        tool: "tlsx",
        ips: ["127.0.0.1"],
        suites: ["TLS_ECDHE_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_RC4_128_SHA"],
      },
    });
  });

  test("counts for the addresses that were asked alone", async () => {
    await expect(scan(changed({ host: "192.0.2.9" }))).rejects.toMatchObject({ name: "NetError" });
    const { rules, missed } = await scan(recorded + changed({ host: "192.0.2.9", not_after: "2020-01-01T00:00:00Z" }));
    expect(rules).not.toContain("certificate_expired");
    expect(missed).toEqual([]);
  });

  test.each([
    ["a line is broken", `${recorded}{"host":"127.0.0.1","probe_st`, ["127.0.0.1"]],
    ["an address did not answer", recorded, ["127.0.0.1", "127.0.0.2"]],
    ["an address must not be asked", recorded, ["10.0.0.1", "127.0.0.1"]],
  ])("is not the whole truth when %s", async (_, text, ips) => {
    const { rules, missed } = await scan(text, { ips });
    expect(rules).toContain("protocol_tls10");
    expect(missed).toEqual([`${NAME}:${PORT}/tcp`]);
  });

  test("is nothing when the service did not answer: then it was not reached", async () => {
    for (const text of ["", changed({ probe_status: false }), "\u0000\n"])
      await expect(scan(text)).rejects.toMatchObject({ name: "NetError", code: "tls_failure" });
  });

  test("makes a failure of the tool a failure of the run", async () => {
    await expect(scan("fails")).rejects.toThrow(ToolError);
  });

  test("is nothing when the service kept the tool for too long: then it was not reached", async () => {
    await expect(scan("hangs")).rejects.toMatchObject({ name: "NetError", code: "timeout" });
  });

  test("is asked for in such a time that the target is not abandoned before, nor a wait at the relay", async () => {
    runs.length = 0;
    await scan(recorded);
    const args = runs[0]?.args ?? [];
    expect(runs[0]?.seconds).toBeLessThan(tlsx.secondsPerTarget);
    expect(Number(args[args.indexOf("-timeout") + 1])).toBeGreaterThanOrEqual(runs[0]?.seconds ?? Number.NaN);
  });

  test("is asked for with addresses that were judged, and with the relay as the way out", async () => {
    runs.length = 0;
    await scan(recorded, { ips: ["10.0.0.1", "127.0.0.1", "169.254.170.2"] });
    const args = runs[0]?.args ?? [];
    const argument = (flag: string) => args[args.indexOf(flag) + 1];
    expect(argument("-u")).toBe(`127.0.0.1:${PORT}`);
    expect(argument("-sni")).toBe(NAME);
    expect(argument("-proxy")).toBe(runs[0]?.relay.url);
    expect(args.join(" ")).not.toMatch(/10\.0\.0\.1|169\.254/);
  });

  test("is not asked for where nothing may be asked, or where there is no TLS", async () => {
    runs.length = 0;
    await expect(scan(recorded, { ips: ["10.0.0.1"] })).rejects.toMatchObject({ code: "blocked_address" });
    await expect(scan(recorded, { host: "www.elsewhere.test" })).rejects.toMatchObject({ code: "out_of_scope" });
    expect((await scan(recorded, { tls: false })).rules).toEqual([]);
    expect(runs).toEqual([]);
  });
});

const folders = [join(import.meta.dirname, "../../../.tools/bin"), process.env.PATH].join(delimiter);
describe.runIf(findTool("tlsx", folders))("the real tlsx", () => {
  process.env.TOOLS_PATH = folders;
  const bench = netBench({ trustedRoots: [issuer.rootCertificate], now });
  const server = async (kind: CertificateKind, options: TlsOptions = {}) =>
    bench.listening(
      createServer({
        minVersion: "TLSv1.2",
        ciphers: "DEFAULT:@SECLEVEL=0",
        ...(await issuer.issue(kind, [NAME])),
        ...options,
      }),
    );
  const service = (port: number) => webService(port, { tls: true, names: [NAME] });

  test.each<[CertificateKind, TlsOptions, string[]]>([
    ["good", {}, []],
    ["self_signed", {}, []],
    ["expired", {}, ["certificate_expired"]],
    ["good", { minVersion: "TLSv1" }, ["protocol_tls10", "protocol_tls11"]],
    ["good", { minVersion: "TLSv1.1" }, ["protocol_tls11"]],
    ["good", { minVersion: "TLSv1.3" }, []],
  ])("of a server with a certificate that is %s, and %o", async (kind, options, rules) => {
    const found = await bench.scan(tlsx, service(await server(kind, options)));
    expect(found.rules).toEqual(rules);
    expect(found.missed).toEqual([]);
  });

  test("a port where nothing listens was not reached", async () => {
    await expect(bench.scan(tlsx, service(1))).rejects.toMatchObject({ name: "NetError" });
  });

  test("what both scanners see is one weakness to both", async () => {
    const weaknesses = async (scanner: Scanner<"service">, target: ReturnType<typeof service>) =>
      (await bench.scan(scanner, target)).detections.map((each) => weaknessOf(scanner, each)).sort();
    for (const [kind, options] of [
      ["expired", {}],
      ["good", { minVersion: "TLSv1" }],
    ] as const) {
      const port = await server(kind, options);
      const byTlsx = await weaknesses(tlsx, service(port));
      expect(byTlsx.length).toBeGreaterThan(0);
      expect(byTlsx).toEqual(await weaknesses(tls, service(port)));
    }
  });

  test("reaches nothing but its target, though a certificate names other places", async () => {
    const port = await bench.listening(createServer(await credentialsNaming("http://192.0.2.1/crl")));
    const net = loopbackNet();
    const relay = await net.relay([{ host: NAME, ip: "127.0.0.1", port }]);
    const { signal } = new AbortController();
    const args = ["-u", `127.0.0.1:${port}`, "-sni", NAME, "-proxy", relay.url, "-json", "-silent", "-duc"];
    const { stdout } = await runTool("tlsx", { args, relay, seconds: 30, signal });
    expect(JSON.parse(stdout)).toMatchObject({ probe_status: true });
    expect([...relay.refused]).toEqual(["192.0.2.1:80"]);
  });
});

const weaknessOf = (scanner: Scanner<"service">, { rule, asset, matched_at, ...seen }: Detection): string => {
  const own = scanner.rules[rule];
  if (!own) throw new Error(`no rule ${rule}`);
  const org = { orgId: "00000000-0000-4000-8000-000000000000", scopeId: "scope", module: scanner.module };
  return detectedFinding({
    ...org,
    scanner: scanner.key,
    ruleKey: rule,
    rule: own,
    assetId: "asset",
    asset: asset.value,
    matchedAt: matched_at,
    port: seen.port,
    parameter: seen.parameter,
    evidence: {},
  }).weakness;
};

/** A certificate that says its revocations are listed at `url`, and its key. */
async function credentialsNaming(url: string): Promise<{ cert: string; key: string }> {
  const authority = await newAuthority("Acme", now);
  const keys = await crypto.subtle.generateKey(ecAlgorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${NAME}`,
    issuer: authority.intermediate.subject,
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + 30 * DAY_MS),
    signingKey: authority.signingKey,
    publicKey: keys.publicKey,
    signingAlgorithm: ecAlgorithm,
    extensions: [new x509.CRLDistributionPointsExtension([url])],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    cert: certificate.toString("pem"),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
  };
}
