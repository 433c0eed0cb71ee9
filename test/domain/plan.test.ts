import { describe, expect, test } from "vitest";
import type { Asset } from "../../functions/domain/asset.ts";
import { batchesOf, batchTargets, rateShares, selectScanners } from "../../functions/domain/plan.ts";

describe("selectScanners", () => {
  const scanner = (key: string, consumes: ("domain" | "host" | "ip" | "service" | "web_app")[]) => ({
    key,
    consumes,
    stage: "any",
    targetsPerBatch: 1,
  });
  const all = [
    scanner("easm.subdomains", ["domain"]),
    scanner("easm.dns", ["domain", "host"]),
    scanner("easm.ports", ["ip"]),
    scanner("easm.http", ["service"]),
    scanner("easm.tls", ["service"]),
    scanner("easm.headers", ["web_app"]),
  ];
  test("takes all when none is asked for", () => expect(selectScanners(all, [])).toBe(all));
  test("takes what the asked ones feed on, and nothing else", () => {
    expect(selectScanners(all, ["easm.headers"]).map(({ key }) => key)).toEqual([
      "easm.subdomains",
      "easm.dns",
      "easm.ports",
      "easm.http",
      "easm.headers",
    ]);
    expect(selectScanners(all, ["easm.subdomains"]).map(({ key }) => key)).toEqual(["easm.subdomains"]);
  });
});

const service = (host: string, ip: string): Asset => ({
  kind: "service",
  value: `${host}:443/tcp`,
  attributes: { host, names: [host], ip, ips: [ip], port: 443, protocol: "http", tls: true, banner: "" },
});

describe("batches", () => {
  const probe = { key: "easm.http", stage: "probe", consumes: ["service"] as const, targetsPerBatch: 2 };
  const assets = ["a", "b", "c", "d", "e"].map((name, index) => service(`${name}.example.com`, `192.0.2.${index}`));

  test("cover every target once", () => {
    expect(batchesOf(probe, assets)).toBe(3);
    expect([0, 1, 2].flatMap((batch) => batchTargets(probe, assets, batch))).toEqual(assets);
  });

  test("grow instead of becoming more than an execution's history can hold", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => service(`h${index}.example.com`, "192.0.2.1"));
    expect(batchesOf(probe, many)).toBeLessThanOrEqual(300);
    const batches = Array.from({ length: batchesOf(probe, many) }, (_, batch) => batchTargets(probe, many, batch));
    expect(batches.flat()).toEqual(many);
  });

  test("there are none without targets", () => expect(batchesOf(probe, [])).toBe(0));
});

describe("rateShares", () => {
  const probe = (key: string) => ({ key, stage: "probe", consumes: ["service"] as const, targetsPerBatch: 1 });

  test("is the whole rate where nobody else visits the address", () => {
    const assets = [service("a.example.com", "192.0.2.1"), service("b.example.com", "192.0.2.2")];
    expect(rateShares(100, [probe("easm.http")], assets)("192.0.2.1")).toBe(100);
  });

  test("is divided among the batches that visit the same address, and only there", () => {
    const assets = [
      service("a.example.com", "192.0.2.1"),
      service("b.example.com", "192.0.2.1"),
      service("c.example.com", "192.0.2.2"),
    ];
    const share = rateShares(100, [probe("easm.http"), probe("easm.tls")], assets);
    expect(share("192.0.2.1")).toBe(25);
    expect(share("192.0.2.2")).toBe(50);
  });

  test("is divided by no more batches than run at once, and never rounded up", () => {
    const assets = Array.from({ length: 50 }, (_, index) => service(`h${index}.example.com`, "192.0.2.1"));
    expect(rateShares(100, [probe("easm.http")], assets)("192.0.2.1")).toBe(10);
    expect(rateShares(1, [probe("easm.http")], assets)("192.0.2.1")).toBe(0.1);
  });

  test("counts every batch of the stage where the address is not known yet", () => {
    const hosts = ["a", "b", "c", "d"].map(
      (name): Asset => ({ kind: "host", value: `${name}.example.com`, attributes: { sources: [] } }),
    );
    const dns = { key: "easm.dns", stage: "resolve", consumes: ["host"] as const, targetsPerBatch: 2 };
    expect(rateShares(100, [dns], hosts)("192.0.2.1")).toBe(50);
  });
});
