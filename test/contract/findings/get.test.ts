import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

const service = useService();
let client: Client;
let id: string;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
  await scanNow(client);
  id = (await client.get<{ id: string }[]>("/org/findings")).body[0]?.id ?? "";
});

refusesWrongKeys({ method: "GET", path: `/org/findings/${crypto.randomUUID()}`, auth: "org", client: () => client });

describe("200", () => {
  test("every field of the specification", async () => {
    const { status, body } = await client.get(`/org/findings/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      module: "easm",
      dedup_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      template_id: "easm.http.weak",
      title: "Weakness",
      description: "Weakness, as a test made it up.",
      severity: "high",
      source_severity: "high",
      severity_reason: ["native: high (easm.http.weak)"],
      status: "new",
      finding_class: "issue",
      category: "http",
      risk: "None, it is made up.",
      remediation: "Change the test.",
      remediation_steps: ["Read.", "Think.", "Change.", "Run."],
      cve_id: null,
      cwe_id: "CWE-16",
      cvss_score: 5.3,
      references: ["https://cwe.mitre.org/data/definitions/16.html"],
      evidence: { matched_at: "https://www.acme.test/", excerpt: "made up" },
      asset_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      asset: "www.acme.test",
      scope_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      duplicate_of: null,
    });
  });
});

describe("404", () => {
  test("an unknown id, and that of another org's finding", async () => {
    const { client: other } = await newOrg(service());
    for (const [caller, findingId] of [
      [client, crypto.randomUUID()],
      [other, id],
    ] as const)
      expect(await caller.get(`/org/findings/${findingId}`)).toMatchObject({
        status: 404,
        body: { detail: "Finding not found" },
      });
  });
});

describe("422", () => {
  test("an id that is no UUID", async () => {
    expect(await client.get("/org/findings/first")).toMatchObject({ status: 422 });
  });
});
