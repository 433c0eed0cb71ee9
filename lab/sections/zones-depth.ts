import type { Decoy, Section, Truth } from "../model.ts";

const truth = (rule: string, host: string, why: string): Truth => ({ rule: `easm.dns.${rule}`, host, why });

const decoys = (rule: string, hosts: readonly string[], why: string): readonly Decoy[] =>
  hosts.map((host) => ({ resembles: `easm.dns.${rule}`, host, why }));

/** Delegations, signatures and name servers; the records themselves are in `dns/`. */
export const zonesDepth: Section = {
  hosts: [
    { names: ["dns.umbrella.test"], needsOwnAddress: true, services: [], dns: "recursive" },
    { names: ["dns1.umbrella.test"], needsOwnAddress: true, services: [], dns: "sinkhole" },
    { names: ["dns2.umbrella.test"], needsOwnAddress: true, services: [], dns: "referring" },
  ],
  truths: [
    truth("dnssec_missing", "initech.test", "The zone above has no DS record."),
    truth("dnssec_broken", "hooli.test", "The DS record names a key that the zone does not have."),
    truth("dnssec_broken", "umbrella.test", "Every signature has expired."),
    {
      ...truth("lame_delegation", "hooli.test", "One name server is gone, from a domain that exists."),
      parameter: "ns-old.cloudhost.test",
    },
    {
      ...truth("name_server_takeover", "umbrella.test", "One name server's domain is not registered."),
      parameter: "ns1.vanished-dns.test",
    },
    truth("open_resolver", "dns.umbrella.test", "Finds foreign names for strangers."),
  ],
  decoys: [
    ...decoys("dnssec_missing", ["acme.test", "globex.test"], "Signed, and the zone above says so."),
    ...decoys("dnssec_missing", ["hooli.test", "umbrella.test"], "Signed, if badly: that is another fault."),
    ...decoys("dnssec_broken", ["acme.test", "globex.test"], "Key, statement and dates agree."),
    ...decoys("dnssec_broken", ["initech.test"], "Not signed at all."),
    ...decoys(
      "lame_delegation",
      ["acme.test", "globex.test", "initech.test"],
      "Every name server answers with authority.",
    ),
    ...decoys(
      "lame_delegation",
      ["umbrella.test"],
      "The server that is missing can be taken over: that is told instead.",
    ),
    ...decoys("name_server_takeover", ["acme.test", "globex.test", "initech.test"], "Every name server exists."),
    ...decoys("name_server_takeover", ["hooli.test"], "The server is gone, but its domain belongs to somebody."),
    ...decoys("open_resolver", ["dns1.umbrella.test"], "Says the same address whatever it is asked."),
    ...decoys("open_resolver", ["dns2.umbrella.test"], "Points to the root and finds nothing itself."),
    ...decoys(
      "open_resolver",
      ["ns1.acme.test", "ns1.initech.test", "ns2.hooli.test"],
      "Offers recursion in its flags and refuses foreign names.",
    ),
  ],
};
