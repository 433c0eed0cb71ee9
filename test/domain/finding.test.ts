import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundedEvidence,
  contentDigest,
  dedupKey,
  detectedFinding,
  EVIDENCE_BYTES_MAX,
  type Sighting,
  weaknessOf,
} from "../../functions/domain/finding.ts";

const sighting: Sighting = {
  orgId: "org-1",
  scopeId: "scope-1",
  module: "easm",
  scanner: "easm.exposures",
  ruleKey: "git_repository",
  rule: {
    title: "Git repository readable from the web",
    description: "The repository can be cloned.",
    category: "exposure",
    severity: "high",
    finding_class: "should_not_be_public",
    cwe_id: "CWE-527",
    cvss_score: 7.5,
    risk: "Anyone can read the source.",
    remediation: "Deny access to /.git.",
    steps: ["Deny.", "Deploy without.", "Rotate.", "Rescan."],
    references: ["https://cwe.mitre.org/data/definitions/527.html"],
  },
  assetId: "asset-1",
  asset: "https://www.example.com",
  matchedAt: "https://www.example.com/.git/HEAD",
  path: "/.git/HEAD",
  evidence: { excerpt: "ref: refs/heads/main" },
};

describe("dedupKey", () => {
  test("does not depend on severity, description, evidence or org", () => {
    const other: Sighting = {
      ...sighting,
      orgId: "org-2",
      severity: { value: "critical", reason: "credentials in the remote's URL" },
      evidence: { excerpt: "ref: refs/heads/other" },
      rule: { ...sighting.rule, title: "Other words", description: "Other words" },
    };
    expect(dedupKey(other)).toBe(dedupKey(sighting));
  });

  test.each([
    ["asset", { asset: "https://api.example.com" }],
    ["path", { path: "/app/.git/HEAD" }],
    ["port", { port: 8443 }],
    ["parameter", { parameter: "session" }],
    ["cve", { cveId: "CVE-2024-0001" }],
    ["rule", { ruleKey: "svn_repository" }],
  ])("depends on the %s", (_, change) => {
    expect(dedupKey({ ...sighting, ...change })).not.toBe(dedupKey(sighting));
  });

  test("parts cannot run into each other", () => {
    expect(dedupKey({ ...sighting, path: "/a", parameter: "" })).not.toBe(
      dedupKey({ ...sighting, path: "", parameter: "/a" }),
    );
  });
});

describe("dedupKey of one place in several spellings", () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
  const key = (change: Partial<Sighting>) => dedupKey({ ...sighting, ...change });

  test("case and the root's dot of a host do not count", () => {
    fc.assert(
      fc.property(host, (name) => {
        expect(key({ asset: `${name.toUpperCase()}.` })).toBe(key({ asset: name }));
        expect(key({ asset: `${name.toUpperCase()}.:443/tcp` })).toBe(key({ asset: `${name}:443/tcp` }));
        expect(key({ asset: `https://${name.toUpperCase()}./` })).toBe(key({ asset: `https://${name}` }));
      }),
    );
  });

  test("the port that a scheme has anyway does not count, another one does", () => {
    fc.assert(
      fc.property(host, fc.integer({ min: 1024, max: 65_535 }), (name, port) => {
        expect(key({ asset: `https://${name}:443` })).toBe(key({ asset: `https://${name}` }));
        expect(key({ asset: `http://${name}:80` })).toBe(key({ asset: `http://${name}` }));
        expect(key({ asset: `https://${name}:${port}` })).not.toBe(key({ asset: `https://${name}` }));
      }),
    );
  });

  test("values and order of a query do not count, its names do", () => {
    const value = fc.stringMatching(/^[A-Za-z0-9]{0,12}$/);
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(key({ path: `/list?a=${one}&b=${other}#top` })).toBe(key({ path: `/list?b=${one}&a=1` }));
        expect(key({ path: `/list?a=${one}` })).not.toBe(key({ path: "/list" }));
      }),
    );
  });

  test("case counts where it tells two things apart: paths and cloud resources", () => {
    expect(key({ path: "/Admin" })).not.toBe(key({ path: "/admin" }));
    const bucket = "arn:aws:iam::123456789012:user/";
    expect(key({ asset: `${bucket}Ann` })).not.toBe(key({ asset: `${bucket}ann` }));
  });
});

/** What a kind of finding is told from others of its rule by. */
describe("identity of each kind", () => {
  const hash = "ab".repeat(32);
  test.each<[string, Partial<Sighting>, Partial<Sighting>]>([
    ["dns: one a name", { asset: "www.example.com" }, { asset: "example.com" }],
    [
      "dns: the wildcard beside the domain",
      { asset: "example.com" },
      { asset: "example.com", parameter: "*.example.com" },
    ],
    ["mail: the part of a record", { asset: "example.com" }, { asset: "example.com", parameter: "sp" }],
    [
      "port: one a port of a host",
      { asset: "a.example.com:22/tcp", port: 22 },
      { asset: "a.example.com:2222/tcp", port: 2222 },
    ],
    [
      "tls: one a name of a service",
      { asset: "a.example.com:443/tcp", parameter: "a.example.com" },
      { asset: "a.example.com:443/tcp", parameter: "b.example.com" },
    ],
    [
      "tls: one an ending certificate",
      { asset: "a.example.com:443/tcp", parameter: hash },
      { asset: "a.example.com:443/tcp", parameter: hash.replace("a", "c") },
    ],
    [
      "header: one an origin",
      { asset: "https://a.example.com", parameter: "referrer-policy" },
      { asset: "http://a.example.com", parameter: "referrer-policy" },
    ],
    ["cookie: one a name", { parameter: "sid" }, { parameter: "SID" }],
    ["exposed file: one a path", { path: "/.env" }, { path: "/api/.env" }],
    ["cve: one an asset", { cveId: "CVE-2024-0001" }, { cveId: "CVE-2024-0002" }],
  ])("%s", (_, one, other) => {
    const rescanned: Sighting = { ...sighting, ...one, scopeId: "scope-2", matchedAt: "elsewhere", evidence: {} };
    expect(dedupKey(rescanned)).toBe(dedupKey({ ...sighting, ...one }));
    expect(dedupKey({ ...sighting, ...one })).not.toBe(dedupKey({ ...sighting, ...other }));
  });
});

describe("weaknessOf", () => {
  const { rule } = sighting;
  const weakness = (change: Partial<Sighting>) => weaknessOf({ ...sighting, ...change });

  test("is the same whichever scanner, rule and words' spelling", () => {
    const tool = {
      scanner: "easm.nuclei",
      ruleKey: "git-config",
      rule: { ...rule, title: "Git Repository: readable from the web!", severity: "medium" as const },
    };
    expect(weakness(tool)).toBe(weakness({}));
    expect(weakness({})).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each<[string, Partial<Sighting>]>([
    ["asset", { asset: "https://api.example.com" }],
    ["port", { port: 8443 }],
    ["path", { path: "/app/.git/HEAD" }],
    ["parameter", { parameter: "session" }],
    ["kind of weakness", { rule: { ...rule, cwe_id: "CWE-538" } }],
    ["title", { rule: { ...rule, title: "Subversion repository readable from the web" } }],
    ["cve", { cveId: "CVE-2024-0001" }],
  ])("another %s is another weakness", (_, change) => {
    expect(weakness(change)).not.toBe(weakness({}));
  });

  test("of a CVE only the asset counts", () => {
    const elsewhere = { path: "/other", port: 8443, rule: { ...rule, title: "Other words" } };
    expect(weakness({ cveId: "cve-2024-0001", ...elsewhere })).toBe(weakness({ cveId: "CVE-2024-0001" }));
    expect(weakness({ cveId: "CVE-2024-0002" })).not.toBe(weakness({ cveId: "CVE-2024-0001" }));
  });
});

describe("detectedFinding", () => {
  test("orgs have different ids for the same weakness", () => {
    expect(detectedFinding({ ...sighting, orgId: "org-2" }).id).not.toBe(detectedFinding(sighting).id);
  });

  test("says where its severity comes from", () => {
    const raised = detectedFinding({
      ...sighting,
      severity: { value: "critical", reason: "credentials in the remote's URL" },
    });
    expect(raised).toMatchObject({ severity: "critical", source_severity: "high" });
    expect(raised.severity_reason).toEqual([
      "native: high (easm.exposures.git_repository)",
      "exposure: high -> critical, credentials in the remote's URL",
    ]);
  });

  test("has four remediation steps", () => {
    expect(detectedFinding(sighting).remediation_steps).toHaveLength(4);
  });
});

describe("the score of a finding", () => {
  const scored = (change: Partial<Sighting>) => detectedFinding({ ...sighting, ...change });

  test("is the CVE's, which also decides the severity", () => {
    const finding = scored({ cveId: "CVE-2024-0001", cvssScore: 9.8 });
    expect(finding).toMatchObject({ cvss_score: 9.8, severity: "critical", source_severity: "high" });
    expect(finding.severity_reason).toContain("cvss 9.8: high -> critical");
  });

  test("is the rule's where there is no score of a CVE", () => {
    expect(scored({ cveId: "CVE-2024-0001" })).toMatchObject({ cvss_score: 7.5, severity: "high" });
    expect(scored({ cvssScore: 9.8 })).toMatchObject({ cvss_score: 7.5, severity: "high" });
  });
});

/** The same with its entries in reverse. */
const inReverse = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;

describe("contentDigest", () => {
  const digest = (change: Partial<Sighting>) => contentDigest(detectedFinding({ ...sighting, ...change }));

  test("is 12 characters of base64url", () => {
    expect(digest({})).toMatch(/^[\w-]{12}$/);
  });

  test("does not depend on the order of entries, and survives JSON", () => {
    const evidence = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 });
    fc.assert(
      fc.property(evidence, (entries) => {
        const finding = { ...detectedFinding(sighting), evidence: entries as Sighting["evidence"], cve_id: undefined };
        const turned = inReverse({ ...finding, evidence: inReverse(finding.evidence) });
        expect(contentDigest(turned as never)).toBe(contentDigest(finding as never));
        expect(contentDigest(JSON.parse(JSON.stringify(finding)))).toBe(contentDigest(finding as never));
      }),
    );
  });

  test.each<[string, Partial<Sighting>]>([
    ["severity", { severity: { value: "critical", reason: "credentials in it" } }],
    ["evidence", { evidence: { excerpt: "ref: refs/heads/other" } }],
    ["place", { matchedAt: "https://www.example.com/app/.git/HEAD" }],
    ["title", { rule: { ...sighting.rule, title: "Other words" } }],
    ["steps", { rule: { ...sighting.rule, steps: ["Deny.", "Rotate.", "Deploy without.", "Rescan."] } }],
    ["scope", { scopeId: "scope-2" }],
  ])("depends on the %s", (_, change) => {
    expect(digest(change)).not.toBe(digest({}));
  });

  test("does not depend on the names that the finding goes by", () => {
    const finding = detectedFinding(sighting);
    const renamed = { ...finding, id: "other", dedup_key: "other", scanners: ["easm.nuclei"], weakness: "other" };
    expect(contentDigest(renamed)).toBe(contentDigest(finding));
  });
});

describe("boundedEvidence", () => {
  test("never exceeds the bound and keeps where it was seen", () => {
    const evidence = fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20_000 }), { maxKeys: 8 });
    fc.assert(
      fc.property(evidence, (entries) => {
        const bounded = boundedEvidence({ ...entries, matched_at: "https://www.example.com/" });
        expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThanOrEqual(EVIDENCE_BYTES_MAX);
        expect(bounded.matched_at).toBe("https://www.example.com/");
      }),
      { numRuns: 50 },
    );
  });

  test("leaves small evidence alone", () => {
    expect(boundedEvidence({ matched_at: "x", excerpt: "y" })).toEqual({ matched_at: "x", excerpt: "y" });
  });
});
