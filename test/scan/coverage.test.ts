import { describe, expect, test } from "vitest";
import type { Asset } from "../../functions/domain/asset.ts";
import { coverageOf, placeOf } from "../../functions/scan/coverage.ts";
import type { ScanRecord } from "../../functions/store/scans.ts";

test.each([
  ["https://www.example.com:8443", { host: "www.example.com", port: 8443, isWeb: true }],
  ["https://www.example.com", { host: "www.example.com", port: 443, isWeb: true }],
  ["http://[2001:db8::1]", { host: "2001:db8::1", port: 80, isWeb: true }],
  ["www.example.com:22/tcp", { host: "www.example.com", port: 22, isWeb: false }],
  ["[2001:db8::1]:22/tcp", { host: "2001:db8::1", port: 22, isWeb: false }],
  ["192.0.2.1:6379/tcp", { host: "192.0.2.1", port: 6379, isWeb: false }],
  ["www.example.com", { host: "www.example.com", port: null, isWeb: false }],
  ["2001:db8::1", { host: "2001:db8::1", port: null, isWeb: false }],
])("%s is at its place", (value, place) => {
  expect(placeOf(value)).toEqual(place);
});

const scan = (options: ScanRecord["options"] = {}): ScanRecord & { readonly judged_at: string } => ({
  id: "scan-1",
  org_id: "org-1",
  customer_id: "acme",
  org_slug: "acme",
  scope_id: "scope-1",
  module: "easm",
  status: "running",
  requested_scanners: [],
  options,
  cancel_requested: false,
  stages_total: 5,
  stages_done: 5,
  assets: 0,
  findings: 0,
  created_at: "2026-01-01T00:00:00.000Z",
  judged_at: "2026-01-01T00:10:00.000Z",
});

const HOST = "www.example.com";
const host: Asset = { kind: "host", value: HOST, attributes: { sources: [] } };
const ip: Asset = { kind: "ip", value: "192.0.2.1", attributes: { names: [HOST], foreign: false } };
const scanners = ["easm.subdomains", "easm.dns", "easm.ports", "easm.http", "easm.tls", "easm.headers"];

interface Case {
  readonly assets?: readonly Asset[];
  readonly options?: ScanRecord["options"];
  readonly failed?: readonly string[];
  readonly unreached?: readonly string[];
  readonly exclude?: readonly string[];
}

function coverage({ assets = [host, ip], options, failed = [], unreached = [], exclude = [] }: Case = {}) {
  const runs = scanners.map((scanner_key) => ({
    scanner_key,
    scanner_type: "native" as const,
    batches_total: 1,
    batches_done: 1,
    batches_failed: failed.includes(scanner_key) ? 1 : 0,
    target_count: 1,
    unreached_count: 0,
  }));
  const scope = { domains: ["example.com"], ranges: [], exclude };
  return coverageOf(scan(options), runs, { scope, assets }, new Set(unreached));
}

const gone = ["https://www.example.com", `${HOST}:6379/tcp`];

describe("what is gone counts as reached", () => {
  test.each(gone)("%s, where everybody looked", (asset) => {
    expect(coverage().reached(asset, [])).toBe(true);
  });

  test("when its host has no address any more", () => {
    expect(coverage({ assets: [host] }).reached(`${HOST}:6379/tcp`, [])).toBe(true);
  });
});

describe("what is gone says nothing", () => {
  const blind: [string, Case][] = [
    ["its host was not resolved", { unreached: [HOST] }],
    ["its host was not looked at", { assets: [] }],
    ["its address was not reached", { unreached: ["192.0.2.1"] }],
    [
      "one of two addresses was not reached",
      { assets: [host, ip, { ...ip, value: "192.0.2.2" }], unreached: ["192.0.2.2"] },
    ],
    ["the port scanner failed", { failed: ["easm.ports"] }],
    ["the resolver failed", { failed: ["easm.dns"] }],
    ["its port was not tried", { options: { ports: [8080] } }],
    ["its host was excluded", { exclude: [HOST] }],
    ["the server is somebody else's", { assets: [host, { ...ip, attributes: { names: [HOST], foreign: true } }] }],
  ];
  for (const [why, change] of blind)
    test.each(gone)(`when ${why}: %s`, (asset) => {
      expect(coverage(change).reached(asset, [])).toBe(false);
    });

  test("when its service did not answer the visitor", () => {
    expect(coverage({ unreached: [`${HOST}:443/tcp`] }).reached("https://www.example.com", [])).toBe(false);
    expect(coverage({ failed: ["easm.http"] }).reached("https://www.example.com", [])).toBe(false);
    expect(coverage({ unreached: [`${HOST}:443/tcp`] }).reached(`${HOST}:6379/tcp`, [])).toBe(true);
  });
});

describe("what a look at each of its addresses says of a host", () => {
  const ports = ["easm.ports"];
  test("counts when all were visited", () => expect(coverage().reached(HOST, ports)).toBe(true));

  test.each<[string, Case]>([
    ["its address was not reached", { unreached: ["192.0.2.1"] }],
    ["the resolver failed, and nobody knows its addresses", { assets: [host], failed: ["easm.dns"] }],
  ])("says nothing when %s", (_, change) => {
    expect(coverage(change).reached(HOST, ports)).toBe(false);
    expect(coverage(change).reached(HOST, ["easm.email"])).toBe(true);
  });
});

describe("what is there", () => {
  const origin = "https://www.example.com";
  const app: Asset = {
    kind: "web_app",
    value: origin,
    attributes: {
      ...{ url: `${origin}/`, scheme: "https", host: HOST, port: 443, ip: "192.0.2.1" },
      ...{ status_code: 200, title: null, technologies: [], waf: null },
    },
  };
  test("counts as reached", () => expect(coverage({ assets: [host, ip, app] }).reached(origin, [])).toBe(true));
  test("does not when it was missed", () =>
    expect(coverage({ assets: [host, ip, app], unreached: [origin] }).reached(origin, [])).toBe(false));
});

test("a scan of some scanners or targets is no full run", () => {
  expect(coverage().full).toBe(true);
  expect(coverage({ options: { targets: [HOST] } }).full).toBe(false);
});
