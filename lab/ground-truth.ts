import type { Decoy, LabHost, Section, Truth } from "./model.ts";
import { certificates } from "./sections/certificates.ts";
import { databases } from "./sections/databases.ts";
import { documentation } from "./sections/documentation.ts";
import { exposuresConsoles } from "./sections/exposures-consoles.ts";
import { exposuresDepth } from "./sections/exposures-depth.ts";
import { exposuresFiles } from "./sections/exposures-files.ts";
import { headers } from "./sections/headers.ts";
import { lookalikes } from "./sections/lookalikes.ts";
import { mailDepth } from "./sections/mail-depth.ts";
import { names, withoutPolicyHost, withPolicyHost } from "./sections/names.ts";
import { remoteAccess } from "./sections/remote-access.ts";
import { scripts } from "./sections/scripts.ts";
import { servicesDepth } from "./sections/services-depth.ts";
import { softPages } from "./sections/soft-pages.ts";
import { takeovers } from "./sections/takeovers.ts";
import { technologiesDepth } from "./sections/technologies-depth.ts";
import { tlsDepth } from "./sections/tls-depth.ts";
import { zonesDepth } from "./sections/zones-depth.ts";

const sections: readonly Section[] = [
  names,
  remoteAccess,
  databases,
  lookalikes,
  certificates,
  headers,
  exposuresFiles,
  exposuresConsoles,
  documentation,
  softPages,
  exposuresDepth,
  technologiesDepth,
  scripts,
  servicesDepth,
  tlsDepth,
  zonesDepth,
  mailDepth,
  takeovers,
];

/** Every host of the network, the optional ones included. */
export const hosts: readonly LabHost[] = [...sections, withPolicyHost].flatMap((section) => section.hosts);

/** Every finding that a correct scanner reports on a lab whose hosts have addresses of their own. Nothing else is one. */
export const truths: readonly Truth[] = sections.flatMap((section) => section.truths);

/** What looks like a finding and is none. */
export const decoys: readonly Decoy[] = sections.flatMap((section) => section.decoys);

/** The part of a running lab that the ground truth depends on. */
export interface LabLayout {
  readonly singleAddress: boolean;
  readonly hosts: readonly { readonly name: string; readonly ports: ReadonlyMap<number, number> }[];
}

/** The host that matches any in a truth. */
export const ANY_HOST = "*";

const policySection = (lab: LabLayout): Section =>
  lab.hosts.some((host) => host.name === "mta-sts.acme.test") ? withPolicyHost : withoutPolicyHost;

const leftOut = (lab: LabLayout): ReadonlySet<string> => {
  const present = new Set(lab.hosts.map((host) => host.name));
  const absent = hosts.filter((host) => !present.has(host.names[0] ?? ""));
  return new Set(absent.flatMap((host) => [host.names[0] ?? "", ...(host.aliases ?? [])]));
};

const withPorts = <T extends { readonly host: string; readonly port?: number }>(lab: LabLayout, item: T): T => {
  const actual = lab.hosts.find((host) => host.name === item.host)?.ports.get(item.port ?? 0);
  return actual === undefined ? item : { ...item, port: actual };
};

/**
 * The truths of this lab, with the ports its services really have. Where all hosts share one address, a service is
 * named after any of them; its port, which no other service has, says which one is meant.
 */
export const truthsFor = (lab: LabLayout): readonly Truth[] =>
  [...truths, ...policySection(lab).truths]
    .filter((truth) => !leftOut(lab).has(truth.host))
    .map((truth) => withPorts(lab, truth))
    .map((truth) => (lab.singleAddress && truth.port !== undefined ? { ...truth, host: ANY_HOST } : truth));

/** The decoys of this lab, with the ports its services really have. */
export const decoysFor = (lab: LabLayout): readonly Decoy[] =>
  [...decoys, ...policySection(lab).decoys]
    .filter((decoy) => !leftOut(lab).has(decoy.host))
    .map((decoy) => withPorts(lab, decoy));
