import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { configureNet, configurePost } from "../../functions/net/config.ts";
import { type PostRequest, post } from "../../functions/net/post.ts";
import { type CertificateKind, sharedIssuer } from "../../lab/certificates/issue.ts";
import { type Behaviour, type Receiver, startReceiver } from "../support/receiver.ts";
import { a, dnsServer, zone } from "./support.ts";

const name = "hooks.example.test";
const request: PostRequest = { headers: { "content-type": "application/json", "x-a": "1" }, body: '{"é":1}' };

beforeEach(() => configurePost({ allowHttp: true, allowPrivate: true }));
afterEach(() => {
  configureNet({});
  configurePost({});
});

async function receiver(options: { name?: string } = {}): Promise<Receiver> {
  const started = await startReceiver(options);
  onTestFinished(started.close);
  return started;
}

/** Names lead to the given address, and the root of the receivers' certificates is trusted. */
async function internet(address = "127.0.0.1") {
  const dns = await dnsServer(zone({ [`A ${name}`]: [a(name, address)] }));
  configureNet({ resolver: dns.resolver, trustedRoots: [(await sharedIssuer(new Date())).rootCertificate] });
  return dns;
}

describe("a post", () => {
  it("arrives as given, over http", async () => {
    const { origin, requests } = await receiver();
    expect((await post(`${origin}/in/../x?token=1`, request)).status).toBe(200);
    expect(requests).toMatchObject([{ path: "/in/../x?token=1", headers: { "x-a": "1" }, body: '{"é":1}' }]);
    expect(requests[0]?.headers["content-length"]).toBe("8");
  });

  it("arrives over https at the name's address, with that name in TLS and HTTP", async () => {
    await internet();
    const { origin, port, requests } = await receiver({ name });
    expect((await post(`${origin}/in`, request)).status).toBe(200);
    expect(requests[0]?.headers.host).toBe(`${name}:${port}`);
  });

  it("gives status and headers of the answer, a redirect's too, which is not followed", async () => {
    const elsewhere = await receiver();
    const { origin, behave, requests } = await receiver();
    for (const status of [204, 301, 302, 303, 307, 308, 404, 500]) {
      await behave({ status, headers: { Location: elsewhere.origin, "Retry-After": "7" } });
      const answer = await post(origin, request);
      expect([answer.status, answer.headers["retry-after"]]).toEqual([status, ["7"]]);
    }
    await behave({ status: 307, headers: { Location: "http://169.254.169.254/latest/meta-data/" } });
    expect((await post(origin, request)).status).toBe(307);
    expect(requests).toHaveLength(9);
    expect(elsewhere.connections).toBe(0);
  });

  it("keeps its connection for the next one", async () => {
    const target = await receiver();
    for (let count = 0; count < 5; count += 1) await post(target.origin, request);
    expect(target.requests).toHaveLength(5);
    expect(target.connections).toBeLessThan(5);
  });

  it("is sent again when the kept connection turns out to be closed, and only then", async () => {
    const target = await receiver();
    await post(target.origin, request);
    let isFirst = true;
    await target.behave(() => {
      const answer = isFirst ? "reset" : "ok";
      isFirst = false;
      return answer;
    });
    expect((await post(target.origin, request)).status).toBe(200);
    expect(target.requests).toHaveLength(3);

    const other = await receiver();
    await other.behave("reset");
    await expect(post(other.origin, request)).rejects.toMatchObject({ code: "reset" });
    expect(other.requests).toHaveLength(1);
  });

  it.each(["slow_body", "huge_answer"] as const)("does not wait for the end of an answer: %s", async (behaviour) => {
    const { origin, behave } = await receiver();
    await behave(behaviour);
    expect((await post(origin, request)).status).toBe(200);
  });

  it.each<[Behaviour, string]>([
    ["closed", "refused"],
    ["reset", "reset"],
    ["hang", "timeout"],
    ["garbage", "protocol_error"],
  ])("to a receiver that is %s fails as %s, and tells of the URL its origin alone", async (behaviour, code) => {
    const { origin, behave } = await receiver();
    await behave(behaviour);
    const failure = post(`${origin}/path-secret?query-secret`, {
      ...request,
      ...(behaviour === "hang" ? { timeoutMs: 100 } : {}),
    });
    await expect(failure).rejects.toMatchObject({ name: "NetError", code });
    const { message } = (await failure.catch((error: unknown) => error)) as Error;
    expect(message).toContain(origin);
    expect(message).not.toContain("secret");
  });

  it("leaves a process free to end", async () => {
    const { origin } = await receiver();
    const script = `
      const { configurePost } = await import("./functions/net/config.ts");
      const { post } = await import("./functions/net/post.ts");
      configurePost({ allowHttp: true, allowPrivate: true });
      const { status } = await post(${JSON.stringify(origin)}, { headers: {}, body: "" });
      // A turn later the connection is idle.
      await new Promise(setImmediate);
      console.log(status, process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP/.test(kind)));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
    expect(stdout.trim()).toBe("200 []");
  });
});

describe("TLS", () => {
  it.each<[CertificateKind, string]>([
    ["self_signed", "the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)"],
    ["unknown_root", "the certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)"],
    ["no_intermediate", "the certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)"],
    ["expired", "the certificate is not trusted (CERT_HAS_EXPIRED)"],
    ["other_name", "the certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)"],
  ])("with a certificate that is %s ends before anything is sent", async (kind, message) => {
    await internet();
    const { origin, behave, requests } = await receiver({ name });
    await behave(kind as Behaviour);
    await expect(post(origin, request)).rejects.toMatchObject({
      code: "tls_failure",
      message: expect.stringContaining(message),
    });
    expect(requests).toEqual([]);
    await behave("ok");
    expect((await post(origin, request)).status).toBe(200);
  });

  it("arrives where one of several addresses answers", async () => {
    const aaaa = { type: "AAAA", name, ttl: 60, data: "::1" } as const;
    const dns = await dnsServer(zone({ [`A ${name}`]: [a(name, "127.0.0.1")], [`AAAA ${name}`]: [aaaa] }));
    configureNet({ resolver: dns.resolver, trustedRoots: [(await sharedIssuer(new Date())).rootCertificate] });
    const { origin } = await receiver({ name });
    for (let round = 0; round < 10; round += 1) expect((await post(origin, request)).status).toBe(200);
  });

  it("trusts the bundled roots alone when none is configured, whatever Node was told", async () => {
    const { resolver } = await internet();
    configureNet({ resolver });
    const { origin } = await receiver({ name });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    onTestFinished(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });
    await expect(post(origin, request)).rejects.toMatchObject({ code: "tls_failure" });
  });

  it("with a server that does not speak it fails as tls_failure", async () => {
    await internet();
    const { port } = await receiver();
    await expect(post(`https://${name}:${port}/`, request)).rejects.toMatchObject({ code: "tls_failure" });
  });
});

describe("as deployed, a post", () => {
  beforeEach(() => configurePost({}));

  it("goes nowhere over http", async () => {
    const target = await receiver();
    await expect(post(target.origin, request)).rejects.toMatchObject({
      code: "protocol_error",
      message: `POST ${target.origin}: only https is allowed`,
    });
    expect(target.connections).toBe(0);
  });

  it.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0x7f.1",
    "0x7f000001",
    "１２７.０.０.１",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "2852039166",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[64:ff9b::a9fe:a9fe]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "localhost",
    "LOCALHOST.",
    "hooks.localhost",
  ])("does not go to %s", async (host) => {
    const target = await receiver({ name: "localhost" });
    await expect(post(`https://${host}:${target.port}/`, request)).rejects.toMatchObject({ code: "blocked_address" });
    expect(target.connections).toBe(0);
  });

  it.each(["127.0.0.1", "10.1.2.3", "169.254.169.254"])(
    "does not go to a name whose address is %s",
    async (address) => {
      await internet(address);
      const target = await receiver({ name });
      await expect(post(target.origin, request)).rejects.toMatchObject({ code: "blocked_address" });
      expect(target.connections).toBe(0);
    },
  );

  it("is not allowed more by the ranges that scans may reach", async () => {
    configureNet({ allowedCidrs: ["127.0.0.0/8"] });
    const { port } = await receiver({ name: "localhost" });
    await expect(post(`https://127.0.0.1:${port}/`, request)).rejects.toMatchObject({ code: "blocked_address" });
  });

  it.each([
    "https://user@example.com/secret",
    "https://user:secret@example.com/",
    "ftp://example.com/secret",
    "secret",
  ])("does not go to %s, nor repeats it", async (url) => {
    const failure = post(url, request);
    await expect(failure).rejects.toMatchObject({ code: "protocol_error" });
    await expect(failure).rejects.not.toThrow(/secret/);
  });
});

describe("where private addresses are allowed", () => {
  it.each(["169.254.169.254", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "100.100.100.200"])(
    "%s stays blocked",
    async (host) => {
      await expect(post(`http://${host}/`, request)).rejects.toMatchObject({ code: "blocked_address" });
    },
  );

  it("localhost is this machine, without a look-up", async () => {
    const { asked } = await internet();
    const { port, requests } = await receiver();
    await post(`http://localhost:${port}/`, request);
    expect(requests).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});

it("a name is looked up for each post, and one that has no address is not found", async () => {
  const { asked } = await internet();
  const { origin } = await receiver({ name });
  await post(origin, request);
  await post(origin, request);
  expect(asked.filter((question) => question === `udp A ${name}`)).toHaveLength(2);
  await expect(post("https://gone.example.test/", request)).rejects.toMatchObject({ code: "name_not_found" });
});

it("a resolver that does not answer takes no more time than the post has", async () => {
  const { resolver } = await dnsServer(() => null);
  configureNet({ resolver });
  const failure = post("https://hooks.example.test/", { ...request, timeoutMs: 100 });
  await expect(failure).rejects.toMatchObject({
    code: "timeout",
    message: "POST https://hooks.example.test: no answer within 100 ms",
  });
});
