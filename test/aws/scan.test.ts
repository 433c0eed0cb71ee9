import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../lib/sources.ts";
import type { Client } from "../support/client.ts";
import { lineProblems } from "../support/event-lines.ts";
import { type ScanBody, until } from "../support/scans.ts";
import { useService } from "../support/service.ts";
import { findingLines, scanLab } from "./lab-scan.ts";
import { run } from "./run.ts";
import { SiemQueue } from "./siem-queue.ts";

const SCAN_MILLISECONDS_MAX = 900_000;

const deployed = useService();
let siem: SiemQueue;
let client: Client;
let scan: ScanBody;
let ofLocal: readonly string[];

beforeAll(async () => {
  siem = await SiemQueue.on(process.env.BUS_NAME ?? "");
  [{ client, scan }, ofLocal] = await Promise.all([scanLab(deployed()), scanLocally()]);
}, SCAN_MILLISECONDS_MAX);

/** What the local service finds in the same lab. */
async function scanLocally(): Promise<readonly string[]> {
  const { PATH, LAB, JAVA_HOME } = process.env;
  const env = { PATH, LAB, ...(JAVA_HOME ? { JAVA_HOME } : {}) };
  return JSON.parse(await run(process.execPath, ["test/aws/local-scan.ts"], { cwd: ROOT, env }));
}

describe("a scan of the lab by the deployed service", () => {
  test("completes, with every scanner well", () => {
    expect(scan).toMatchObject({ status: "completed", error: null });
    expect(scan.runs.map(({ status }) => status)).toEqual(scan.runs.map(() => "completed"));
  });

  test("each event is on the bus, once, as the activity trail has it", async () => {
    const { body: trail } = await client.get<{ id: string }[]>("/org/activity?limit=200");
    const wanted = new Set(trail.map(({ id }) => id));
    const arrived = () => siem.events.filter(({ event_id }) => wanted.has(event_id));
    await until(
      async () => {
        await siem.receive();
        return arrived();
      },
      (events) => events.length >= wanted.size,
    );
    // One more look, for what would come twice.
    await siem.receive();
    const received = arrived();
    expect(received.flatMap(lineProblems)).toEqual([]);
    expect(received.map(({ event_id }) => event_id).sort()).toEqual([...wanted].sort());
    expect(received.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["org.created", "scan.started", "scan.completed", "task.created"]),
    );
  });

  test("finds what the local service finds", async () => {
    const ofDeployed = await findingLines(client);
    process.stdout.write(`lab: ${ofDeployed.length} findings deployed, ${ofLocal.length} locally\n`);
    expect(ofDeployed.length).toBeGreaterThan(0);
    expect(ofDeployed).toEqual(ofLocal);
  });
});
