import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "../../lab/lab.ts";
import { nameServer } from "./oracle/oracle.ts";
import { ask, askTcp, askUdp, dataOf, rcodeOf } from "./raw/dns.ts";
import { send } from "./raw/http.ts";
import { isOpen } from "./raw/tcp.ts";

describe("a lab with an address for every host", () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ network: 72, singleAddress: false });
  });
  afterAll(() => lab.stop());

  it("has ten hosts and more, all within the ranges it asks to be allowed", () => {
    expect(lab.hosts.length).toBeGreaterThanOrEqual(10);
    expect(lab.allowedCidrs).toEqual(["127.0.72.0/24"]);
    expect(lab.hosts.every((host) => host.address.startsWith("127.0.72."))).toBe(true);
    expect(new Set(lab.hosts.map((host) => host.address)).size).toBe(lab.hosts.length);
    expect(lab.scanOptions).toEqual({});
  });

  it("keeps names apart: a web server answers to its own only", async () => {
    const { address, port } = lab.at("www.acme.test", 8443);
    expect((await send("https", { address, port }, "www.acme.test", "/")).status).toBe(200);
    expect((await send("https", { address, port }, "portal.acme.test", "/")).status).toBe(200);
    const other = await send("https", { address, port }, "www.globex.test", "/");
    expect([other.status, other.body.length]).toEqual([421, 0]);
  });

  it("sends a redirect to https with the path that was asked for", async () => {
    const { address, port } = lab.at("www.acme.test", 8080);
    const { status, headers } = await send("http", { address, port }, "portal.acme.test", "/a?b=1");
    expect([status, headers.location]).toEqual([301, "https://portal.acme.test:8443/a?b=1"]);
  });

  it("counts connections, so that a test can tell that a host was left alone", async () => {
    const outside = lab.hosts.find((host) => host.name === "forum.outside.test");
    expect(outside?.connections()).toBe(0);
    await isOpen(lab.at("forum.outside.test", 8443));
    expect(outside?.connections()).toBe(1);
  });

  it("refuses to name a service that is not there", () => {
    expect(() => lab.at("www.acme.test", 1)).toThrow("The lab has no www.acme.test:1");
  });

  describe("as a name server", () => {
    const types = (packet: Awaited<ReturnType<typeof ask>>) => (packet.answers ?? []).map((answer) => answer.type);

    it("answers over UDP and TCP alike, whatever the case of the name", async () => {
      const server = nameServer(lab, 0);
      const expected = [lab.at("www.acme.test", 8443).address];
      expect(dataOf(await askUdp(server, "WWW.acme.test", "A"), "A")).toEqual(expected);
      expect(dataOf(await askTcp(server, "www.acme.test", "A"), "A")).toEqual(expected);
      expect(dataOf(await askUdp(nameServer(lab, 1), "www.acme.test", "A"), "A")).toEqual(expected);
    });

    it("follows aliases, into other zones too", async () => {
      const answer = await ask(nameServer(lab, 0), "events.acme.test", "A");
      expect(types(answer)).toEqual(["CNAME", "CNAME", "A"]);
    });

    it("answers NXDOMAIN for what is not in its zones, REFUSED for what is outside of them, NODATA for what has no such record", async () => {
      expect(rcodeOf(await ask(nameServer(lab, 0), "acme-blog.gone-provider.test", "A"))).toBe("NXDOMAIN");
      expect(rcodeOf(await ask(nameServer(lab, 0), "www.example.com", "A"))).toBe("REFUSED");
      const noData = await ask(nameServer(lab, 0), "www.acme.test", "AAAA");
      expect([rcodeOf(noData), types(noData), noData.authorities?.[0]?.type]).toEqual(["NOERROR", [], "SOA"]);
      // RFC 8020: a name with something below it exists.
      expect(rcodeOf(await ask(nameServer(lab, 0), "test", "NS"))).toBe("NOERROR");
    });

    it("expands the wildcard for missing names only", async () => {
      const wildcard = lab.at("wildcard.globex.test", 8443).address;
      expect(dataOf(await ask(nameServer(lab, 0), "anything.globex.test", "A"), "A")).toEqual([wildcard]);
      expect(dataOf(await ask(nameServer(lab, 0), "two.labels.globex.test", "A"), "A")).toEqual([wildcard]);
      expect(dataOf(await ask(nameServer(lab, 0), "www.globex.test", "A"), "A")).not.toEqual([wildcard]);
      // RFC 4592, 2.2.1: www.globex.test exists, so the wildcard does not reach below it.
      expect(rcodeOf(await ask(nameServer(lab, 0), "x.www.globex.test", "A"))).toBe("NXDOMAIN");
    });

    it("cuts a long answer off over UDP and gives it over TCP", async () => {
      const short = await askUdp(nameServer(lab, 0), "umbrella.test", "ANY");
      expect([short.flag_tc, types(short)]).toEqual([true, []]);
      expect(types(await askTcp(nameServer(lab, 0), "umbrella.test", "ANY")).length).toBeGreaterThan(3);
    });

    it("transfers one zone, from one of its name servers", async () => {
      const given = await askTcp(nameServer(lab, 1), "initech.test", "AXFR");
      expect([types(given).at(0), types(given).at(-1)]).toEqual(["SOA", "SOA"]);
      expect(rcodeOf(await askTcp(nameServer(lab, 0), "initech.test", "AXFR"))).toBe("REFUSED");
      expect(rcodeOf(await askTcp(nameServer(lab, 1), "acme.test", "AXFR"))).toBe("REFUSED");
      expect(rcodeOf(await askUdp(nameServer(lab, 1), "initech.test", "AXFR"))).toBe("REFUSED");
    });
  });
});

describe("a lab on one address", () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ singleAddress: true });
  });
  afterAll(() => lab.stop());

  it("lists the port of every service, none of them twice, and leaves the honeypot out", () => {
    const ports = lab.hosts.flatMap((host) => [...host.ports.values()]);
    expect(lab.scanOptions.ports).toEqual([...ports].sort((one, other) => one - other));
    expect(new Set(ports).size).toBe(ports.length);
    expect(lab.hosts.some((host) => host.name === "monitor.acme.test")).toBe(false);
    expect(lab.allowedCidrs).toEqual(["127.0.0.1/32"]);
  });

  it("tells hosts apart by the name that they are asked by", async () => {
    const place = lab.at("www.globex.test", 8443);
    expect((await send("https", place, "www.globex.test", "/")).status).toBe(200);
    expect((await send("https", place, "www.acme.test", "/")).status).toBe(421);
  });
});

describe("starting and stopping", () => {
  it("runs labs side by side", async () => {
    const labs = await Promise.all([73, 74].map((network) => startLab({ network, singleAddress: false })));
    expect(new Set(labs.map((lab) => lab.at("www.acme.test", 8443).address)).size).toBe(2);
    await Promise.all(labs.map((lab) => lab.stop()));
  });

  it("leaves nothing open, also when it cannot start", async () => {
    const lab = await startLab({ network: 75, singleAddress: false });
    const places = lab.hosts.flatMap((host) =>
      [...host.ports.values()].map((port) => ({ address: host.address, port })),
    );
    await expect(startLab({ network: 75, singleAddress: false })).rejects.toThrow("The lab cannot start");
    expect((await Promise.all(places.map(isOpen))).every(Boolean)).toBe(true);
    await lab.stop();
    expect((await Promise.all(places.map(isOpen))).some(Boolean)).toBe(false);
    await (await startLab({ network: 75, singleAddress: false })).stop();
  });
});
