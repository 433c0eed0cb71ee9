import type { ScanOptions } from "../functions/domain/scan-params.ts";
import { sharedIssuer } from "./certificates/issue.ts";
import { type DnsListener, serveDns, serveManner } from "./dns/server.ts";
import { type Zone, zonesOf } from "./dns/zones.ts";
import { hosts as allHosts, type LabLayout } from "./ground-truth.ts";
import { type RunningHost, startHost } from "./host.ts";

/** Seed domains of the lab's customer. */
const seeds = ["acme.test", "globex.test", "initech.test", "hooli.test", "umbrella.test"];

export interface LabOptions {
  /** Third octet N of 127.0.N.x; several labs can run side by side. Default 10. */
  readonly network?: number;
  /** Use one address and free ports, as on machines whose loopback is 127.0.0.1 only. Default: when it must be. */
  readonly singleAddress?: boolean;
}

/** A running lab. */
export interface Lab extends LabLayout {
  readonly seeds: string[];
  /** `host:port` of the resolver, which is the zones' authority too. */
  readonly dnsServer: string;
  /** Port on which every name server of the lab listens, UDP and TCP. */
  readonly authoritativePort: number;
  readonly allowedCidrs: string[];
  /** PEM of the authority that the sound certificates come from. */
  readonly rootCertificate: string;
  /** Options that a scan of this lab needs. */
  readonly scanOptions: ScanOptions;
  readonly hosts: readonly RunningHost[];
  /** Where a service really is, given its host and its nominal port. Throws for what is not there. */
  at(host: string, port: number): { readonly address: string; readonly port: number };
  stop(): Promise<void>;
}

const FIRST_HOST_OCTET = 4;

/** True when this machine lets a process listen on the address. */
async function canBind(address: string): Promise<boolean> {
  try {
    const listener = await serveDns(address, 0, () => [], 0);
    await listener.stop();
    return true;
  } catch {
    return false;
  }
}

/** The shortest, then alphabetically first, name. */
const primaryName = (names: readonly string[]): string =>
  [...names].sort((one, other) => one.length - other.length || (one < other ? -1 : 1))[0] ?? "";

/**
 * Starts the network: name servers on 127.0.N.2 and .3, every host on its own address from .4 on. It listens on loopback
 * only. Throws when a port is taken, after having closed what was open.
 */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const network = options.network ?? 10;
  const singleAddress = options.singleAddress ?? !(await canBind(`127.0.${network}.2`));
  const addressOf = (octet: number): string => (singleAddress ? "127.0.0.1" : `127.0.${network}.${octet}`);
  const issuer = await sharedIssuer(new Date());

  let zones: readonly Zone[] = [];
  const dns: DnsListener[] = [];
  const running: RunningHost[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all([...running, ...dns].map((listener) => listener.stop()));
  };

  const at = (host: string, port: number) => {
    const found = running.find((candidate) => candidate.name === host);
    const actual = found?.ports.get(port);
    if (found === undefined || actual === undefined) throw new Error(`The lab has no ${host}:${port}`);
    return { address: found.address, port: actual };
  };

  try {
    const first = await serveDns(addressOf(2), 0, () => zones, 0);
    dns.push(first);
    if (!singleAddress) dns.push(await serveDns(addressOf(3), first.port, () => zones, 1));

    const wanted = allHosts.filter((host) => !singleAddress || !(host.needsOwnAddress || host.optional));
    const primary = primaryName(wanted.flatMap((host) => [...host.names, ...(host.aliases ?? [])]));
    const started = await Promise.allSettled(
      wanted.map((host, index) =>
        startHost(host, {
          address: addressOf(FIRST_HOST_OCTET + index),
          issuer,
          shared: singleAddress ? { certified: seeds.map((seed) => `*.${seed}`), primary } : null,
          portOf: (name, port) => running.find((candidate) => candidate.name === name)?.ports.get(port) ?? port,
        }),
      ),
    );
    for (const result of started)
      if (result.status === "fulfilled" && result.value !== null) running.push(result.value);
    const failure = started.find((result) => result.status === "rejected");
    if (failure) throw failure.reason;
    for (const { names, dns: manner } of singleAddress ? [] : wanted) {
      const host = running.find(({ name }) => name === names[0]);
      if (manner && host) dns.push(await serveManner(host.address, first.port, manner));
    }

    zones = zonesOf({
      nameServers: [addressOf(2), addressOf(3)],
      hosts: running.flatMap((host) => host.names.map((name) => [name, host.address] as const)),
      policyHost: running.find((host) => host.name === "mta-sts.acme.test")?.name ?? null,
      sharedAddress: singleAddress,
    });
    const ports = running.flatMap((host) => [...host.ports.values()]).sort((one, other) => one - other);
    return {
      seeds,
      dnsServer: `${first.address}:${first.port}`,
      authoritativePort: first.port,
      allowedCidrs: [singleAddress ? "127.0.0.1/32" : `127.0.${network}.0/24`],
      rootCertificate: issuer.rootCertificate,
      scanOptions: singleAddress ? { ports } : {},
      singleAddress,
      hosts: running,
      at,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
