import { X509Certificate } from "node:crypto";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type TlsOptions } from "node:tls";
import { describe, expect, it } from "vitest";
import { type CertificateKind, sharedIssuer } from "../../lab/certificates/issue.ts";
import { listening, loopbackNet, tcpServer } from "./support.ts";

const name = "www.example.test";
const target = (port: number) => ({ host: name, ip: "127.0.0.1", port });

/** A TLS server with a certificate of a kind, and a net that trusts the issuer's root. */
async function tlsServer(kind: CertificateKind, options: TlsOptions = {}) {
  const issuer = await sharedIssuer(new Date());
  const { cert, key } = await issuer.issue(kind, [name]);
  const serverNames: string[] = [];
  const SNICallback: TlsOptions["SNICallback"] = (serverName, done) => {
    serverNames.push(serverName);
    done(null);
  };
  const server = createServer({ cert, key, SNICallback, ...options }, (socket) => socket.on("error", () => undefined));
  const port = await listening(server);
  const sent = cert.split(/(?<=-----END CERTIFICATE-----\n?)/).filter((pem) => pem.includes("BEGIN"));
  return {
    port,
    cert,
    key,
    serverNames,
    sent: sent.map((pem) => new X509Certificate(pem).raw),
    net: loopbackNet({ config: { trustedRoots: [issuer.rootCertificate] } }),
  };
}

describe("a handshake", () => {
  it("with a well-kept server is trusted and gives protocol, cipher, address and chain", async () => {
    const { net, port, sent, serverNames } = await tlsServer("good");
    expect(await net.tls.handshake(target(port))).toEqual({
      protocol: "TLSv1.3",
      cipher: "TLS_AES_256_GCM_SHA384",
      ip: "127.0.0.1",
      chain: sent,
      untrusted: null,
    });
    expect(serverNames).toEqual([name]);
  });

  it.each<[CertificateKind, string | null]>([
    ["other_name", null],
    ["with_root", null],
    ["wildcard", null],
    ["expired", "CERT_HAS_EXPIRED"],
    ["self_signed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["unknown_root", "SELF_SIGNED_CERT_IN_CHAIN"],
    ["no_intermediate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["rsa_1024", null],
    ["sha_1", null],
  ])("with a %s certificate succeeds, untrusted: %s, and gives the chain as sent", async (kind, untrusted) => {
    const { net, port, sent } = await tlsServer(kind, { ciphers: "DEFAULT:@SECLEVEL=0" });
    const session = await net.tls.handshake(target(port));
    expect(session.untrusted).toBe(untrusted);
    expect(session.chain).toEqual(sent);
  });

  it.each(["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const)("speaks %s", async (version) => {
    const options = { minVersion: version, maxVersion: version, ciphers: "DEFAULT:@SECLEVEL=0" };
    const { net, port } = await tlsServer("good", options);
    expect((await net.tls.handshake(target(port))).protocol).toBe(version);
  });

  it("asks for another name when told to, and for none at an address", async () => {
    const { net, port, serverNames } = await tlsServer("good");
    await net.tls.handshake(target(port), { serverName: "other.example.test" });
    await net.tls.handshake({ host: "127.0.0.1", port });
    expect(serverNames).toEqual(["other.example.test"]);
  });

  it("leads HTTP over the same kind of server, old or untrusted", async () => {
    const { cert, key, net } = await tlsServer("self_signed");
    const old = { cert, key, minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
    const port = await listening(createHttpsServer(old, (_, response) => response.end("hello")));
    const response = await net.http.request(`https://${name}:${port}/`, {
      ip: "127.0.0.1",
      headers: { host: "x.test" },
    });
    expect(response.text()).toBe("hello");
  });
});

describe("a handshake that fails", () => {
  it("because the server speaks something else is a TLS failure", async () => {
    const port = await tcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
    await expect(loopbackNet().tls.handshake(target(port))).rejects.toMatchObject({
      name: "NetError",
      code: "tls_failure",
      message: expect.stringContaining(`TLS ${name}:${port}`),
    });
  });

  it("because the server closes or resets is a reset", async () => {
    const closing = await tcpServer((socket) => socket.end());
    const resetting = await tcpServer((socket) => socket.resetAndDestroy());
    const { tls } = loopbackNet();
    await expect(tls.handshake(target(closing))).rejects.toMatchObject({ code: "reset" });
    await expect(tls.handshake(target(resetting))).rejects.toMatchObject({ code: "reset" });
  });

  it("because nobody listens is a refusal", async () => {
    await expect(loopbackNet().tls.handshake(target(1))).rejects.toMatchObject({ code: "refused" });
  });

  it("because the server hangs is a timeout", async () => {
    const port = await tcpServer(() => undefined);
    await expect(loopbackNet().tls.handshake(target(port), { timeoutMs: 40 })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("because the scan stops is aborted", async () => {
    const controller = new AbortController();
    const port = await tcpServer(() => controller.abort());
    const { tls } = loopbackNet({ signal: controller.signal });
    await expect(tls.handshake(target(port))).rejects.toMatchObject({ code: "aborted" });
  });

  it("because its port or server name cannot be is a NetError too", async () => {
    const { tls, tcp } = loopbackNet();
    const request = { serverName: "a\u0000b" };
    await expect(tls.handshake(target(1), request)).rejects.toMatchObject({ name: "NetError" });
    for (const port of [65_536, -1, 0.5, Number.NaN]) {
      await expect(tls.handshake(target(port))).rejects.toMatchObject({ name: "NetError" });
      await expect(tcp.exchange(target(port))).rejects.toMatchObject({ name: "NetError" });
      await expect(tcp.probe(target(port))).rejects.toMatchObject({ name: "NetError" });
    }
  });

  it("because the target must not be touched says so", async () => {
    const { tls } = loopbackNet();
    await expect(tls.handshake({ host: "notexample.test", port: 443 })).rejects.toMatchObject({ code: "out_of_scope" });
    await expect(tls.handshake({ host: name, port: 443, ip: "10.0.0.1" })).rejects.toMatchObject({
      code: "blocked_address",
    });
  });
});
