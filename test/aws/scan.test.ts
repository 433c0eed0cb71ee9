import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventLine } from "../../functions/domain/event-line.ts";
import type { ScanOptions } from "../../functions/domain/scan-params.ts";
import type { NetConfig } from "../../functions/net/config.ts";
import { type RunningService, startService } from "../../local/service.ts";
import { type Client, newOrg } from "../support/client.ts";
import { testDynamoEndpoint } from "../support/dynamodb.ts";
import { lineProblems } from "../support/event-lines.ts";
import { type ScanBody, scanNow, until } from "../support/scans.ts";
import { useService } from "../support/service.ts";
import { SiemQueue } from "./siem-queue.ts";

/** A scan of the lab by the deployed service, and the same by the local one. */
interface LabOfRun {
  readonly net: NetConfig;
  readonly seeds: string[];
  readonly scanOptions: ScanOptions;
}

interface Found {
  readonly template_id: string;
  readonly asset: string;
  readonly title: string;
  readonly severity: string;
  readonly cvss_score: number | null;
  readonly dedup_key: string;
  readonly evidence: { readonly matched_at: string };
}

const SCAN_MILLISECONDS_MAX = 300_000;

const lab: LabOfRun = JSON.parse(process.env.LAB ?? "null");
const deployed = useService();
let siem: SiemQueue;
let client: Client;
let scan: ScanBody;
let local: RunningService;

beforeAll(async () => {
  siem = await SiemQueue.on(process.env.BUS_NAME ?? "");
  ({ client } = await newOrg(deployed(), { domains: lab.seeds }));
  scan = await scanNow(client, { params: lab.scanOptions });
}, SCAN_MILLISECONDS_MAX);
afterAll(() => local?.stop());

const findingsOf = async (caller: Client): Promise<string[]> => {
  const { body } = await caller.get<Found[]>("/org/findings?limit=500&include_inventory=true&include_duplicates=true");
  return body
    .map((found) => `${found.template_id} ${found.asset} ${found.severity} ${found.evidence.matched_at}`)
    .sort();
};

describe("a scan of the lab by the deployed service", () => {
  test("completes, with every scanner well", () => {
    expect(scan).toMatchObject({ status: "completed", error: null });
    expect(scan.runs.map(({ status }) => status)).toEqual(scan.runs.map(() => "completed"));
  });

  test("each event is on the bus, once, as the activity trail has it", async () => {
    const trail = async () => (await client.get<{ id: string; event: string }[]>("/org/activity?limit=200")).body;
    const wanted = new Set((await trail()).map(({ id }) => id));
    const received = await until(
      async () => (await siem.receive()).filter(({ event_id }) => wanted.has(event_id)),
      (events) => events.length >= wanted.size,
    );
    expect(received.flatMap(lineProblems)).toEqual([]);
    expect(received.map(({ event_id }) => event_id).sort()).toEqual([...wanted].sort());
    expect(received.map(({ event }: EventLine) => event)).toEqual(
      expect.arrayContaining(["org.created", "scan.started", "scan.completed", "task.created"]),
    );
  });

  test(
    "finds what the local service finds",
    async () => {
      const ofDeployed = await findingsOf(client);
      local = await startService({ dynamoEndpoint: await testDynamoEndpoint(), tableName: "local", net: lab.net });
      const own = await newOrg({ baseUrl: local.baseUrl, masterKey: local.masterKey ?? "" }, { domains: lab.seeds });
      expect(await scanNow(own.client, { params: lab.scanOptions })).toMatchObject({ status: "completed" });
      const ofLocal = await findingsOf(own.client);
      process.stdout.write(`lab: ${ofDeployed.length} findings deployed, ${ofLocal.length} findings locally\n`);
      expect(ofDeployed.length).toBeGreaterThan(0);
      expect(ofDeployed).toEqual(ofLocal);
    },
    SCAN_MILLISECONDS_MAX,
  );
});
