import { type AssetOf, assetId } from "./asset.ts";
import { derivedId } from "./ids.ts";

/** A web application that EASM scans of an org have seen. */
export interface SurfaceEntry {
  readonly id: string;
  readonly asset_id: string;
  readonly url: string;
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly ip: string;
  readonly status_code: number;
  readonly title: string | null;
  readonly technologies: readonly string[];
  readonly waf: string | null;
  /** The scan that saw it last. */
  readonly source_scan_id: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** What one scan says about the surface. */
export interface SurfaceSighting {
  readonly orgId: string;
  readonly scanId: string;
  readonly apps: readonly AssetOf<"web_app">[];
  /** Time of the scan, ISO 8601. */
  readonly at: string;
  /** Is the application at this origin, which the scan did not see, there no more, or not the org's any more? */
  isGone(url: string): boolean;
}

/**
 * The surface after a scan, newest first: what the scan saw, and what was known before and was not looked at, because the
 * scan was partial or targeted.
 */
export function surfaceAfter(before: readonly SurfaceEntry[], scan: SurfaceSighting): SurfaceEntry[] {
  const known = new Map(before.map((entry) => [entry.url, entry]));
  const seen = scan.apps.map((app) => entryOf(app, scan, known.get(app.value)));
  const urls = new Set(seen.map(({ url }) => url));
  const kept = before.filter(({ url }) => !urls.has(url) && !scan.isGone(url));
  return [...seen, ...kept].sort(newestFirst);
}

function entryOf(app: AssetOf<"web_app">, scan: SurfaceSighting, known: SurfaceEntry | undefined): SurfaceEntry {
  const { scheme, host, port, ip, status_code, title, technologies, waf } = app.attributes;
  return {
    id: derivedId("surface", scan.orgId, app.value),
    asset_id: assetId(scan.orgId, app),
    url: app.value,
    scheme,
    host,
    port,
    ip,
    status_code,
    title,
    technologies,
    waf,
    source_scan_id: scan.scanId,
    first_seen: known?.first_seen ?? scan.at,
    last_seen: scan.at,
  };
}

const newestFirst = (a: SurfaceEntry, b: SurfaceEntry): number =>
  b.first_seen.localeCompare(a.first_seen) || b.id.localeCompare(a.id);
