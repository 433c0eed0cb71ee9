import { expect, test } from "vitest";
import type { AssetOf } from "../../functions/domain/asset.ts";
import { type SurfaceSighting, surfaceAfter } from "../../functions/domain/surface.ts";

const app = (host: string, title: string | null = null): AssetOf<"web_app"> => ({
  kind: "web_app",
  value: `https://${host}`,
  attributes: {
    url: `https://${host}/`,
    scheme: "https",
    host,
    port: 443,
    ip: "192.0.2.1",
    status_code: 200,
    title,
    technologies: [],
    waf: null,
  },
});

const scan = (at: string, apps: AssetOf<"web_app">[], isGone: (url: string) => boolean): SurfaceSighting => ({
  orgId: "org",
  scanId: `scan of ${at}`,
  apps,
  at,
  isGone,
});

const never = () => false;
const first = surfaceAfter([], scan("2026-01-01", [app("a.test"), app("b.test")], never));

test("a web app keeps its id and the day it was first seen, and tells what the last scan saw", () => {
  const [again] = surfaceAfter(
    first,
    scan("2026-02-01", [app("a.test", "New")], () => true),
  );
  expect(again).toMatchObject({
    id: first.find(({ host }) => host === "a.test")?.id,
    title: "New",
    first_seen: "2026-01-01",
    last_seen: "2026-02-01",
    source_scan_id: "scan of 2026-02-01",
  });
});

test("what the scan did not look at stays; what is gone goes", () => {
  const onlyA = scan("2026-02-01", [app("a.test")], never);
  expect(surfaceAfter(first, onlyA).map(({ host }) => host)).toEqual(expect.arrayContaining(["a.test", "b.test"]));
  const goneB = scan("2026-02-01", [app("a.test")], (url) => url === "https://b.test");
  expect(surfaceAfter(first, goneB).map(({ host }) => host)).toEqual(["a.test"]);
});

test("newest first", () => {
  const later = surfaceAfter(first, scan("2026-02-01", [app("c.test")], never));
  expect(later.map(({ first_seen }) => first_seen)).toEqual(["2026-02-01", "2026-01-01", "2026-01-01"]);
});

test("the same scan twice is the same as once", () => {
  const sighting = scan("2026-02-01", [app("a.test"), app("c.test")], () => true);
  const once = surfaceAfter(first, sighting);
  expect(surfaceAfter(once, sighting)).toEqual(once);
});
