import { parseHost } from "../../../domain/seed.ts";
import type { DnsRecord, Net } from "../../../net/net.ts";
import { aliasChain, dataOf, settledOrNull } from "../dns/answers.ts";
import { nameServersOf, zoneTransfer } from "../dns/name-servers.ts";
import { isSpf, parseSpf } from "../email/spf-record.ts";

/** Services that announce their hosts by SRV records (RFC 2782) and are often hosted in the domain itself. */
const announced = [
  "_autodiscover._tcp",
  "_sip._tls",
  "_sipfederationtls._tcp",
  "_xmpp-client._tcp",
  "_imaps._tcp",
  "_submission._tcp",
];

/** Host names that the domain's own mail, name server, SPF, SRV and alias records mention, in or out of scope. */
export async function mentionedNames(domain: string, net: Net): Promise<readonly string[]> {
  const services = announced.map((service) => `${service}.${domain}`);
  const [own, mx, ns, txt, ...srv] = await Promise.all([
    settledOrNull(net.dns, domain, "A"),
    settledOrNull(net.dns, domain, "MX"),
    settledOrNull(net.dns, domain, "NS"),
    settledOrNull(net.dns, domain, "TXT"),
    ...services.map((service) => settledOrNull(net.dns, service, "SRV")),
  ]);
  const lastWords = (data: readonly string[]) => data.map((text) => text.split(" ").at(-1) ?? "");
  return hostNames([
    ...(own ? aliasChain(domain, own) : []),
    ...(mx ? lastWords(dataOf(mx, "MX")) : []),
    ...(ns ? dataOf(ns, "NS") : []),
    ...(txt ? dataOf(txt, "TXT").filter(isSpf).flatMap(spfNames) : []),
    ...srv.flatMap((answer) => (answer ? lastWords(dataOf(answer, "SRV")) : [])),
  ]);
}

/** Host names of the zone where a name server hands it out; empty when none does. */
export async function transferredNames(domain: string, net: Net): Promise<readonly string[]> {
  const transfer = await zoneTransfer(domain, await nameServersOf(domain, net), net);
  return hostNames((transfer?.records ?? []).filter(isOfHost).map(({ name }) => name));
}

const isOfHost = ({ type }: DnsRecord): boolean => type === "A" || type === "AAAA" || type === "CNAME";

/** Names that a host can have: no wildcards, no labels with an underscore (records about something else), nothing that only looks like a name. */
export const hostNames = (names: readonly string[]): readonly string[] => [
  ...new Set(
    names
      .filter((name) => /^[a-z0-9.-]+$/i.test(name))
      .map(parseHost)
      .filter((name) => name !== null),
  ),
];

function spfNames(text: string): readonly string[] {
  const { directives, redirect } = parseSpf(text);
  return [...directives.map(({ domain }) => domain), redirect].filter((name) => name !== null);
}
