import fc from "fast-check";
import { expect, test } from "vitest";
import { type Asset, mergeAssets } from "../../functions/domain/asset.ts";

const service = (ip: string, names: readonly string[]): Asset => ({
  kind: "service",
  value: "www.example.com:443/tcp",
  attributes: { host: "www.example.com", names, ip, ips: [ip], port: 443, protocol: "http", tls: true, banner: "" },
});

test("one service at several addresses is one asset, visited at the first of them", () => {
  const merged = mergeAssets([service("192.0.2.9", ["www.example.com"]), service("192.0.2.1", ["a.example.com"])]);
  expect(merged).toHaveLength(1);
  expect(merged[0]?.attributes).toMatchObject({
    ip: "192.0.2.1",
    ips: ["192.0.2.1", "192.0.2.9"],
    names: ["a.example.com", "www.example.com"],
  });
});

test("an address is foreign only if every name leads there from outside", () => {
  const ip = (foreign: boolean): Asset => ({ kind: "ip", value: "192.0.2.1", attributes: { names: [], foreign } });
  expect(mergeAssets([ip(true), ip(true)])[0]?.attributes).toMatchObject({ foreign: true });
  expect(mergeAssets([ip(true), ip(false)])[0]?.attributes).toMatchObject({ foreign: false });
});

test("the order in which assets were found decides nothing", () => {
  const sighting = fc.record({ ip: fc.ipV4(), names: fc.array(fc.domain(), { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(sighting, { minLength: 1, maxLength: 6 }), (sightings) => {
      const assets = sightings.map(({ ip, names }) => service(ip, names));
      expect(mergeAssets(assets.toReversed())).toEqual(mergeAssets(assets));
    }),
  );
});
