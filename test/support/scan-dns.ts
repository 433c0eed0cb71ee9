import type { Asset, AssetKind, AssetOf } from "../../functions/domain/asset.ts";
import { withDefaults } from "../../functions/domain/scan-params.ts";
import { configureNet } from "../../functions/net/config.ts";
import { type Net, NetError } from "../../functions/net/net.ts";
import { openNet } from "../../functions/net/open.ts";
import type { Detection, Scanner } from "../../functions/scanners/scanner.ts";
import { runTool } from "../../functions/tools/run-tool.ts";
import { type DnsServerOptions, startDnsServer } from "./dns-server.ts";

export interface DnsScan<K extends AssetKind> extends DnsServerOptions {
  readonly target: AssetOf<K>;
  /** Seed domains. Default: the target alone. */
  readonly seeds?: readonly string[];
  readonly exclude?: readonly string[];
  readonly allowedCidrs?: readonly string[];
  readonly trustedRoots?: readonly string[];
  /** Stands in for the parts of the door that would need ports below 1024. */
  readonly door?: (net: Net) => Net;
}

export interface DnsScanResult {
  readonly assets: readonly Asset[];
  readonly detections: readonly Detection[];
  /** Rules of the detections, sorted. */
  readonly rules: readonly string[];
  readonly questions: readonly string[];
}

/** Runs a scanner on one target against a DNS server with the given records. */
export async function scanDns<K extends AssetKind>(
  scanner: Scanner<K>,
  {
    target,
    seeds = [target.value],
    exclude = [],
    allowedCidrs = [],
    trustedRoots = [],
    door = (net) => net,
    ...dns
  }: DnsScan<K>,
): Promise<DnsScanResult> {
  const server = await startDnsServer(dns);
  configureNet({ resolver: server.address, authoritativePort: server.port, allowedCidrs, trustedRoots });
  const { signal } = new AbortController();
  const scope = { domains: seeds, ranges: [], exclude };
  const net = openNet({ scope, ratePerSecond: 500, userAgentMode: "default", signal });
  const known: readonly Asset[] = seeds.map((value) => ({ kind: "domain", value, attributes: { sources: ["seed"] } }));
  let tokens = 0;
  const assets: Asset[] = [];
  const detections: Detection[] = [];
  try {
    const emissions = scanner.scan(target, {
      net: door(onLoopbackOnly(net)),
      runTool,
      params: withDefaults({ exclude: [...exclude] }),
      now: new Date("2026-01-01T00:00:00Z"),
      token(length) {
        tokens += 1;
        return `t${String(tokens).padStart(length - 1, "0")}`;
      },
      known: <Known extends AssetKind>(kind: Known) =>
        known.filter((asset): asset is AssetOf<Known> & Asset => asset.kind === kind),
      signal,
    });
    for await (const emission of emissions) {
      if (emission.type === "asset") assets.push(emission.asset);
      else if (emission.type === "detection") detections.push(emission);
    }
  } finally {
    await net.close();
    await server.close();
    configureNet({});
  }
  return { assets, detections, rules: detections.map(({ rule }) => rule).sort(), questions: server.questions };
}

/** Records name public addresses; a question to them does not leave this machine, as if they were silent. */
const onLoopbackOnly = (net: Net): Net => ({
  ...net,
  dns: {
    ...net.dns,
    async ask(question) {
      const addresses = question.ip === undefined ? await net.dns.addresses(question.server) : [question.ip];
      if (addresses.some((address) => !address.startsWith("127.")))
        throw new NetError("timeout", `${question.server} is silent`);
      return net.dns.ask(question);
    },
  },
});
