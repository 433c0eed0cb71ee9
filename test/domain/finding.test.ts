import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundedEvidence,
  dedupKey,
  detectedFinding,
  EVIDENCE_BYTES_MAX,
  type Sighting,
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
      "high -> critical: credentials in the remote's URL",
    ]);
  });

  test("has four remediation steps", () => {
    expect(detectedFinding(sighting).remediation_steps).toHaveLength(4);
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
