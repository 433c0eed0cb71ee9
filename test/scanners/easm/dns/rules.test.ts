import { describe, expect, it } from "vitest";
import { dns } from "../../../../functions/scanners/easm/dns.ts";
import { email } from "../../../../functions/scanners/easm/email.ts";
import { subdomains } from "../../../../functions/scanners/easm/subdomains.ts";

const rules = [subdomains, dns, email].flatMap(({ key, rules }) =>
  Object.entries(rules).map(([name, rule]) => [`${key}.${name}`, rule] as const),
);

describe.each(rules)("%s", (_, rule) => {
  it("says what, why and how", () => {
    for (const text of [rule.title, rule.description, rule.risk, rule.remediation, ...rule.steps]) {
      expect(text).toMatch(/^.{8,400}$/);
    }
    expect(rule.steps).toHaveLength(4);
    expect(new Set(rule.steps).size).toBe(4);
    expect(rule.references.length).toBeGreaterThanOrEqual(2);
    for (const reference of rule.references) expect(new URL(reference).protocol).toBe("https:");
  });

  it("has a CWE unless it is inventory, and a score only when it is a weakness", () => {
    if (rule.finding_class === "inventory") expect(rule.cwe_id).toBeNull();
    else expect(rule.cwe_id).toMatch(/^CWE-\d+$/);
    expect(rule.cvss_score === 0).toBe(rule.severity === "info");
    expect(rule.cvss_score).toBeLessThanOrEqual(10);
  });
});
