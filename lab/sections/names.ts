import type { Decoy, Section, Truth } from "../model.ts";
import { homeSite } from "../web/site.ts";

const truth = (rule: string, host: string, why: string): Truth => ({ rule, host, why });

const decoy = (rule: string, host: string, why: string): Decoy => ({ resembles: rule, host, why });

const mail = (rules: readonly string[], host: string, why: string): readonly Decoy[] =>
  rules.map((rule) => decoy(`easm.email.${rule}`, host, why));

const spfRules = ["spf_missing", "spf_multiple", "spf_permissive", "spf_too_many_lookups"];
const dmarcRules = ["dmarc_missing", "dmarc_policy_none", "dmarc_invalid"];

/** Zones, aliases and mail records; the records themselves are in `dns/zones.ts`. */
export const names: Section = {
  hosts: [
    {
      names: ["wildcard.globex.test"],
      services: [{ kind: "https", port: 8443, respond: homeSite("Globex"), certificate: "wildcard", anyName: true }],
    },
  ],
  truths: [
    truth("easm.subdomains.wildcard_dns", "globex.test", "Every name resolves."),
    truth("easm.dns.zone_transfer", "initech.test", "The second name server gives the zone to anybody."),
    truth("easm.dns.dangling_cname", "blog.acme.test", "The target's registrable domain does not exist."),
    truth("easm.dns.dangling_cname", "mobile.acme.test", "The target is gone from a provider that exists."),
    truth("easm.dns.internal_address", "intranet.acme.test", "A private address in public DNS."),
    truth("easm.dns.single_name_server", "globex.test", "One name server."),
    truth("easm.dns.caa_missing", "globex.test", "Any authority may issue."),
    truth("easm.dns.caa_missing", "hooli.test", "Any authority may issue."),
    truth("easm.email.spf_missing", "initech.test", "Sends no mail and does not say so in SPF."),
    truth("easm.email.spf_multiple", "hooli.test", "Two SPF records."),
    truth("easm.email.spf_permissive", "globex.test", "+all."),
    truth("easm.email.spf_too_many_lookups", "umbrella.test", "Eleven lookups, one more than RFC 7208 allows."),
    truth("easm.email.dmarc_missing", "umbrella.test", "No DMARC record."),
    truth("easm.email.dmarc_policy_none", "globex.test", "p=none."),
    truth("easm.email.dmarc_invalid", "hooli.test", "A policy that does not exist."),
    truth("easm.email.mta_sts_missing", "globex.test", "Mail and no transport policy."),
    truth("easm.email.mta_sts_missing", "umbrella.test", "Mail and no transport policy."),
    truth("easm.email.mta_sts_invalid", "hooli.test", "A record without an id."),
    truth("easm.email.tls_rpt_missing", "globex.test", "Mail and no reports on its transport."),
    truth("easm.email.tls_rpt_missing", "hooli.test", "Mail and no reports on its transport."),
  ],
  decoys: [
    ...["acme.test", "initech.test", "hooli.test", "umbrella.test"].map((zone) =>
      decoy("easm.subdomains.wildcard_dns", zone, "Many names, and none for a name that nobody made."),
    ),
    ...["acme.test", "globex.test", "hooli.test", "umbrella.test"].map((zone) =>
      decoy("easm.dns.zone_transfer", zone, "Every name server refuses."),
    ),
    decoy("easm.dns.dangling_cname", "portal.acme.test", "An alias within the zone that resolves."),
    decoy("easm.dns.dangling_cname", "web.acme.test", "An alias at a provider that resolves."),
    decoy("easm.dns.dangling_cname", "events.acme.test", "Two aliases that lead to an address."),
    decoy("easm.dns.dangling_cname", "news.acme.test", "The target exists, only without an address."),
    decoy("easm.dns.dangling_cname", "random.globex.test", "A wildcard's address, no alias."),
    decoy("easm.dns.dangling_cname", "www.acme.test", "An address, no alias."),
    decoy("easm.dns.internal_address", "acme.test", "A private address in a text record."),
    decoy("easm.dns.internal_address", "www.acme.test", "An address of the ranges that are allowed."),
    decoy("easm.dns.internal_address", "random.globex.test", "An address of the ranges that are allowed."),
    ...["acme.test", "initech.test", "hooli.test", "umbrella.test"].map((zone) =>
      decoy("easm.dns.single_name_server", zone, "Two name servers."),
    ),
    ...["acme.test", "initech.test", "umbrella.test"].map((zone) =>
      decoy("easm.dns.caa_missing", zone, "Says who may issue."),
    ),
    ...mail([...spfRules, ...dmarcRules, "tls_rpt_missing"], "acme.test", "Mail as it should be."),
    ...mail(
      [...dmarcRules, "tls_rpt_missing", "mta_sts_missing", "mta_sts_invalid"],
      "initech.test",
      "Takes no mail (RFC 7505).",
    ),
    ...mail(["spf_missing", "spf_permissive", "spf_too_many_lookups"], "hooli.test", "Its fault is another one."),
    ...mail(["dmarc_missing", "dmarc_policy_none", "mta_sts_missing"], "hooli.test", "Its fault is another one."),
    ...mail(["spf_missing", "spf_multiple", "spf_permissive"], "umbrella.test", "Its fault is another one."),
    ...mail(["dmarc_policy_none", "dmarc_invalid", "mta_sts_invalid", "tls_rpt_missing"], "umbrella.test", "Not so."),
    ...mail(["spf_missing", "spf_multiple", "spf_too_many_lookups"], "globex.test", "Its fault is another one."),
    ...mail(["dmarc_missing", "dmarc_invalid", "mta_sts_invalid"], "globex.test", "Its fault is another one."),
  ],
};

/** What holds of acme.test where the machine gives the policy host its port 443. */
export const withPolicyHost: Section = {
  hosts: [
    {
      names: ["mta-sts.acme.test"],
      optional: true,
      services: [
        {
          kind: "https",
          port: 443,
          respond: homeSite("Acme mail policy", {
            "/.well-known/mta-sts.txt": {
              status: 200,
              headers: { "content-type": "text/plain" },
              body: "version: STSv1\r\nmode: enforce\r\nmx: mail.acme.test\r\nmax_age: 604800\r\n",
            },
          }),
        },
      ],
    },
  ],
  truths: [],
  decoys: mail(["mta_sts_missing", "mta_sts_invalid"], "acme.test", "A policy in force that names the mail host."),
};

/** What holds of acme.test where it does not. */
export const withoutPolicyHost: Section = {
  hosts: [],
  truths: [truth("easm.email.mta_sts_missing", "acme.test", "Mail and no transport policy.")],
  decoys: [],
};
