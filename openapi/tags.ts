/** What the operations of each tag are about. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  "Admin keys": "Keys of operators and UI backends. The master key alone mints, lists and revokes them.",
  Activity: "What happened to an org and in it, and who did it.",
  Audit: "The calls that changed something or tried to, of all orgs, for the operator of the deployment.",
  Cloud: "Cloud accounts of an org, and how they stand against compliance frameworks. Needs the module `cloud`.",
  DAST: "Web apps that EASM scans found, for the module `dast` to scan.",
  Documentation: "This document, and pages that show it.",
  Domains: "Seeds of an org: the domains, address ranges, AS numbers and keywords at which an EASM scan begins.",
  Findings: "What scans of all modules found, and what the customer answered.",
  Org: "The org whose key the caller holds.",
  Orgs: "Customers of the deployment, addressed by the caller's own `customer_id`.",
  Scans: "Scan jobs: start one, follow it, stop it, and read what it changed.",
  Service: "The service itself.",
  Suppressions: "Rules that keep findings suppressed which a customer has answered with `suppress_similar`.",
  Tasks: "Work that follows from findings, for people to do.",
};
