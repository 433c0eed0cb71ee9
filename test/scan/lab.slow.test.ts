import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentDigest } from "../../functions/domain/finding.ts";
import { readFindings, readResults } from "../../functions/store/scan-output.ts";
import { decoysFor, truthsFor } from "../../lab/ground-truth.ts";
import { type Lab, startLab } from "../../lab/lab.ts";
import { score } from "../../lab/score.ts";
import { type Client, newOrg } from "../support/client.ts";
import { type ScanBody, scanNow } from "../support/scans.ts";
import { scored } from "../support/scored.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** The whole EASM pipeline, over real HTTP, DNS, TLS and TCP, against the lab. */
interface Found {
  readonly id: string;
  readonly template_id: string;
  readonly asset: string;
  readonly status: string;
  readonly remediation_steps: readonly string[];
  readonly severity_reason: readonly string[];
  readonly evidence: {
    readonly matched_at: string;
    readonly port?: number;
    readonly path?: string;
    readonly parameter?: string;
  };
}

const LAB_NETWORK = 78;
let lab: Lab;
let service: TestService;
let client: Client;
let scan: ScanBody;
let findings: readonly Found[];

beforeAll(async () => {
  lab = await startLab({ network: LAB_NETWORK });
  service = await startTestService({
    net: {
      resolver: lab.dnsServer,
      authoritativePort: lab.authoritativePort,
      allowedCidrs: lab.allowedCidrs,
      trustedRoots: [lab.rootCertificate],
    },
  });
  ({ client } = await newOrg(service, { domains: lab.seeds }));
  scan = await scanNow(client, { params: lab.scanOptions });
  findings = await allFindings();
}, 400_000);
afterAll(async () => {
  await service?.stop();
  await lab?.stop();
});

const allFindings = async () =>
  (await client.get<Found[]>("/org/findings?limit=500&include_inventory=true&include_duplicates=true")).body;

/** Everything that a scan said: each finding's id with its words, and a digest of them. */
async function told({ id }: ScanBody) {
  const detected = await Array.fromAsync(readFindings(id, await readResults(id)));
  return detected
    .map((finding) => [finding.id, finding.template_id, finding.evidence, contentDigest(finding)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

describe("the first scan of the lab", () => {
  test("completes, with every scanner well", () => {
    expect(scan).toMatchObject({ status: "completed", error: null });
    expect(scan.runs.map(({ scanner_key, status }) => [scanner_key, status])).toEqual(
      scan.runs.map(({ scanner_key }) => [scanner_key, "completed"]),
    );
    expect(scan.runs).toHaveLength(9);
  });

  test("finds at least 95 % of what is true and nothing that is not", () => {
    const truths = truthsFor(lab);
    const { recall, precision, missed, unexpected } = score(findings.map(scored), truths);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    process.stdout.write(
      `lab: recall ${percent(recall)} of ${truths.length} truths, precision ${percent(precision)} of ${findings.length} findings, ${decoysFor(lab).length} decoys\n`,
    );
    expect(unexpected).toEqual([]);
    expect(recall, JSON.stringify(missed, null, 2)).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBe(1);
  });

  test("tells each finding whole: four steps, where its severity comes from, where it was seen", () => {
    for (const finding of findings) {
      expect(finding.remediation_steps).toHaveLength(4);
      expect(finding.severity_reason.length).toBeGreaterThan(0);
      expect(finding.evidence.matched_at).not.toBe("");
      expect(JSON.stringify(finding.evidence).length).toBeLessThanOrEqual(8192);
    }
  });

  test("an identical rescan finds the same, and changes nothing", async () => {
    const again = await scanNow(client, { params: lab.scanOptions, force: true });
    expect(again.stats.finalize?.delta).toEqual({
      new: 0,
      reopened: 0,
      confirmed_resolved: 0,
      auto_resolved: 0,
      still_open: findings.length,
    });
    expect((await allFindings()).map(({ id }) => id).sort()).toEqual(findings.map(({ id }) => id).sort());
    expect(await told(again)).toEqual(await told(scan));
  });
});
