import type { Answer } from "dns-packet";
import type { Asset, AssetKind, AssetOf } from "../../../functions/domain/asset.ts";
import { withDefaults } from "../../../functions/domain/scan-params.ts";
import { configureNet } from "../../../functions/net/config.ts";
import type { Net } from "../../../functions/net/net.ts";
import { openNet } from "../../../functions/net/open.ts";
import type { Detection, Scanner } from "../../../functions/scanners/scanner.ts";
import { runTool } from "../../../functions/tools/run-tool.ts";
import { a, caa, ns, soa } from "../../../lab/dns/records.ts";
import { type DnsListener, type Manner, serveDns, serveManner } from "../../../lab/dns/server.ts";
import { dsRecords, type Signing, signatureRecords } from "../../../lab/dns/signed.ts";
import type { Zone } from "../../../lab/dns/zones.ts";

export interface ZoneScan<K extends AssetKind> {
  readonly target: AssetOf<K>;
  readonly zones: readonly Zone[];
  /** What serves nothing of the zones, by its loopback address; null refuses every question. */
  readonly others?: Readonly<Record<string, Manner | null>>;
  readonly known?: readonly Asset[];
  readonly now?: Date;
  /** Stands in for a part of the door. */
  readonly door?: (net: Net) => Net;
  /** PEM certificates. */
  readonly trustedRoots?: readonly string[];
}

/** A zone with two name servers on 127.0.0.1, a CAA record and whatever else is given. */
export const zoneOf = (name: string, records: readonly Answer[] = [], signing: Signing = "sound"): Zone => ({
  name,
  nameServers: [],
  transfersFrom: [],
  records: [
    soa(name, `ns1.${name}`),
    ns(name, `ns1.${name}`),
    ns(name, `ns2.${name}`),
    a(`ns1.${name}`, "127.0.0.1"),
    a(`ns2.${name}`, "127.0.0.1"),
    caa(name, "ca.test"),
    ...signatureRecords(name, signing),
    ...records,
  ],
});

/** The zone above: it says whose keys are right, and that nothing else exists. Stands last. */
export const registryOf = (...delegations: readonly (readonly [name: string, signing: Signing])[]): Zone => ({
  name: "test",
  nameServers: [],
  transfersFrom: [],
  records: [soa("test", "ns1.test"), ...delegations.flatMap(([name, signing]) => dsRecords(name, signing))],
});

/** Runs a scanner on one target, also into its failure, with the zones on 127.0.0.1, which is resolver and authority, and the others beside it. */
export async function scanZones<K extends AssetKind>(scanner: Scanner<K>, scan: ZoneScan<K>) {
  const {
    target,
    zones,
    others = {},
    known = [],
    trustedRoots = [],
    door = (net: Net) => net,
    now = new Date("2026-11-21T12:00:00Z"),
  } = scan;
  const authority = await serveDns("127.0.0.1", 0, () => zones, 0);
  const listeners: DnsListener[] = [authority];
  const detections: Detection[] = [];
  const missed: string[] = [];
  let tokens = 0;
  let failure: unknown = null;
  try {
    for (const [address, manner] of Object.entries(others)) {
      const { port } = authority;
      listeners.push(manner ? await serveManner(address, port, manner) : await serveDns(address, port, () => [], 0));
    }
    configureNet({
      resolver: `127.0.0.1:${authority.port}`,
      authoritativePort: authority.port,
      allowedCidrs: ["127.0.0.0/8"],
      trustedRoots: [...trustedRoots],
    });
    const { signal } = new AbortController();
    const scope = { domains: ["shop.test"], ranges: [], exclude: [] };
    const net = openNet({ scope, ratePerSecond: 500, userAgentMode: "default", signal });
    try {
      const emissions = scanner.scan(target, {
        net: door(net),
        runTool,
        params: withDefaults({}),
        now,
        token: (length) => `t${String(++tokens).padStart(length - 1, "0")}`,
        known: <Kind extends AssetKind>(kind: Kind) =>
          known.filter((asset): asset is AssetOf<Kind> & Asset => asset.kind === kind),
        signal,
      });
      for await (const emission of emissions) {
        if (emission.type === "detection") detections.push(emission);
        if (emission.type === "missed") missed.push(emission.value);
      }
    } finally {
      await net.close();
    }
  } catch (error) {
    failure = error;
  } finally {
    configureNet({});
    await Promise.all(listeners.map((listener) => listener.stop()));
  }
  return { detections, missed, failure, rules: detections.map(({ rule }) => rule).sort() };
}
