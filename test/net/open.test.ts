import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { configureNet } from "../../functions/net/config.ts";
import { dnsServer as parseDnsServer } from "../../functions/net/dns-servers.ts";
import { openNet } from "../../functions/net/open.ts";
import { dnsServer, httpServer, loopbackNet, tcpServer } from "./support.ts";

afterEach(() => {
  configureNet({});
});

describe("a net as a deployed service opens it", () => {
  it("reaches no private address, seed of the scan or not", async () => {
    const scope = { domains: ["example.test"], ranges: ["127.0.0.0/8", "10.0.0.0/8", "169.254.169.254"], exclude: [] };
    const signal = new AbortController().signal;
    const net = openNet({ scope, ratePerSecond: 10, userAgentMode: "default", signal });
    for (const host of ["127.0.0.1", "10.1.2.3", "169.254.169.254"]) {
      expect(net.inScope(host)).toBe(true);
      const target = { host, port: 80 };
      await expect(net.tcp.probe(target)).rejects.toMatchObject({ code: "blocked_address" });
      await expect(net.tcp.exchange(target)).rejects.toMatchObject({ code: "blocked_address" });
      await expect(net.tls.handshake(target)).rejects.toMatchObject({ code: "blocked_address" });
      await expect(net.http.request(`http://${host}/`)).rejects.toMatchObject({ code: "blocked_address" });
    }
    await net.close();
  });

  it("keeps the configuration it was opened with", async () => {
    const port = await tcpServer((socket) => socket.end());
    const { tcp } = loopbackNet();
    configureNet({});
    expect(await tcp.probe({ host: "127.0.0.1", port })).toBe("open");
  });
});

describe("a configuration", () => {
  it.each([
    { allowedCidrs: ["127.0.0.0/33"] },
    { allowedCidrs: ["localhost"] },
    { resolver: "127.0.0.1" },
    { resolver: "a b:53" },
  ])("of %j is refused", (config) => {
    expect(() => configureNet(config)).toThrow(RangeError);
  });
});

describe("a resolver's address", () => {
  it.each([
    ["192.0.2.53", { address: "192.0.2.53", port: 53 }],
    ["192.0.2.53:5353", { address: "192.0.2.53", port: 5353 }],
    ["2001:db8::53", { address: "2001:db8::53", port: 53 }],
    ["[2001:db8::53]:5353", { address: "2001:db8::53", port: 5353 }],
  ])("%s", (text, server) => {
    expect(parseDnsServer(text)).toEqual(server);
  });
});

describe("a closed net", () => {
  it("leaves nothing open: a process that closed it ends by itself", async () => {
    const origin = await httpServer((request, response) => {
      if (request.url === "/") response.end("x");
    });
    const { resolver } = await dnsServer(() => null);
    const script = `
      import { configureNet } from ${moduleText("config.ts")};
      import { openNet } from ${moduleText("open.ts")};
      configureNet({ allowedCidrs: ["127.0.0.1"], resolver: ${JSON.stringify(resolver)} });
      const scope = { domains: ["example.test"], ranges: ["127.0.0.1"], exclude: [] };
      const signal = new AbortController().signal;
      const net = openNet({ scope, ratePerSecond: 5, userAgentMode: "default", signal });
      const url = ${JSON.stringify(origin)};
      await net.http.request(url + "/");
      const target = { host: "127.0.0.1", port: Number(new URL(url).port) };
      const waiting = Promise.allSettled([
        net.http.request(url + "/hang"),
        net.http.request("http://www.example.test/"),
        net.tcp.exchange(target),
        net.tls.handshake(target),
        ...Array.from({ length: 50 }, () => net.http.request(url + "/")),
      ]);
      await net.close();
      const codes = (await waiting).map((outcome) => outcome.reason?.code);
      console.log([...new Set(codes)].join());
      await net.close();`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
    expect(stdout).toBe("aborted\n");
  });
});

const run = promisify(execFile);

const moduleText = (file: string): string =>
  JSON.stringify(new URL(`../../functions/net/${file}`, import.meta.url).href);
