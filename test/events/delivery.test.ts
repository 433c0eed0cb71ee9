import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { EventLine } from "../../functions/domain/event-line.ts";
import { type Client, newOrg, type OrgFields } from "../support/client.ts";
import { lineProblems } from "../support/event-lines.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { finished, scanNow, startScan, until } from "../support/scans.ts";
import { closeGate, resetScript, script } from "../support/scripted-scanners.ts";
import { startTestService, type TestService } from "../support/service.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/**
 * Every operation that the specification's table of events names, over real HTTP, and its event at the four places where
 * it must stand: the activity trail, the event bus, standard output, and a webhook's receiver.
 */

const TOKEN = "token-of-the-siem";
const SIGNING_KEY = Buffer.alloc(32, 7);

let receiver: Receiver;
let service: TestService;
let client: Client;
let org: OrgFields;
const printed: string[] = [];
/** What each operation should have raised, in order. */
const expected: Partial<EventLine>[] = [];

const expectEvent = (event: EventLine["event"], level: EventLine["level"], more: Partial<EventLine>) =>
  void expected.push({ event, level, outcome: "ok", ...more });

beforeAll(async () => {
  resetScript();
  receiver = await startReceiver();
  vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    printed.push(
      ...String(text)
        .split("\n")
        .filter((line) => line.includes("easm.activity")),
    );
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  service = await startTestService({
    stream: true,
    eventStream: true,
    webhook: {
      url: `${receiver.origin}/hook?tenant=1`,
      token: TOKEN,
      signingSecret: `whsec_${SIGNING_KEY.toString("base64")}`,
    },
  });
  await operate();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  vi.restoreAllMocks();
});

async function operate(): Promise<void> {
  ({ client, org } = await newOrg(service, { domains: ["acme.test"], modules: ["easm"] }));
  const system = { actor: "system", actor_kind: "system" as const, admin_key: "", ip: "" };
  const ofOrg = { target_type: "org", target_id: org.id, target: "Test org" };
  expectEvent("org.created", "INFO", { ...ofOrg, detail: { modules_enabled: ["easm"], domains: 1 } });

  const added = await client.post<{ id: string; value: string }[]>("/org/domains", { domains: ["Added.test"] });
  const domain = added.body.find(({ value }) => value === "added.test");
  const ofDomain = { target_type: "domain", target_id: domain?.id ?? "" };
  expectEvent("domain.added", "INFO", {
    ...ofDomain,
    target: "added.test",
    detail: { added: 1, values: ["added.test"] },
  });
  await client.patch(`/org/domains/${domain?.id}`, { value: "Changed.test" });
  expectEvent("domain.changed", "INFO", {
    ...ofDomain,
    target: "changed.test",
    detail: { old: "added.test", new: "changed.test" },
  });
  await client.delete(`/org/domains/${domain?.id}`);
  expectEvent("domain.removed", "INFO", {
    ...ofDomain,
    target: "changed.test",
    detail: { old: "changed.test", new: null },
  });

  const completed = await scanNow(client, { scanners: [] });
  const ofScan = (target_id: string) => ({ target_type: "scan", target_id, target: null });
  expectEvent("scan.started", "INFO", { ...ofScan(completed.id), detail: { module: "easm", scanners: [] } });
  expectEvent("task.created", "INFO", { ...system, target: "Weakness" });
  const delta = { new: 1, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0 };
  expectEvent("scan.completed", "INFO", {
    ...system,
    ...ofScan(completed.id),
    detail: { module: "easm", status: "completed", assets: completed.stats.assets, findings: 1, delta },
  });

  const [finding] = (await client.get<{ id: string }[]>("/org/findings")).body;
  await client.patch(`/org/findings/${finding?.id}`, { status: "in_progress", note: "I look into it", actor: "Ada" });
  const answered = { actor: "Ada", actor_kind: "customer" as const };
  expectEvent("finding.feedback", "INFO", {
    ...answered,
    target_type: "finding",
    target_id: finding?.id ?? "",
    target: "Weakness",
    detail: { old_status: "new", new_status: "in_progress", note: "I look into it" },
  });
  expectEvent("task.updated", "INFO", { ...answered, target_type: "task", target: "Weakness" });

  script.failing.add("easm.subdomains").add("easm.http").add("easm.headers");
  const failed = await scanNow(client, { force: true });
  expectEvent("scan.started", "INFO", { ...ofScan(failed.id), detail: { module: "easm", scanners: [], force: true } });
  expectEvent("scan.failed", "ERROR", {
    ...system,
    ...ofScan(failed.id),
    outcome: "error",
    detail: { module: "easm", reason: failed.error ?? "" },
  });

  script.failing.clear();
  const gate = closeGate();
  const stoppedId = await startScan(client, { force: true });
  await until(
    async () => script.atGate,
    (arrived) => arrived > 1,
  );
  await client.post(`/org/scans/${stoppedId}/stop`);
  gate.open();
  await finished(client, stoppedId);
  expectEvent("scan.started", "INFO", { ...ofScan(stoppedId), detail: { module: "easm", scanners: [], force: true } });
  expectEvent("scan.stopped", "WARNING", { ...ofScan(stoppedId), detail: { module: "easm" } });
  expectEvent("scan.cancelled", "WARNING", { ...system, ...ofScan(stoppedId) });

  await client.post(`/orgs/${org.customer_id}/rotate-key`).then(({ body }) => {
    client = client.with({ org: (body as OrgFields).org_api_key });
  });
  expectEvent("org.key_rotated", "WARNING", { ...ofOrg });
  // The publisher fills the webhook's queue before it prints.
  await until(
    async () => Math.min(receiver.taken.length, service.events.length, printed.length),
    (count) => count >= expected.length,
  );
}

const linesAtReceiver = (): EventLine[] => receiver.taken.map(({ body }) => JSON.parse(body));

describe("the operations of the event table", () => {
  test("each raise their event, in their order, field by field as specified", () => {
    const whoCalls = {
      name: "easm.activity",
      log_type: "easm.activity",
      org: org.slug,
      customer_id: org.customer_id,
      actor: "test",
      actor_kind: "admin",
      admin_key: client.keys.admin?.slice(0, "pal_adm_".length + 12),
      ip: "127.0.0.1",
    };
    expect(linesAtReceiver()).toMatchObject(expected.map((event) => ({ ...whoCalls, ...event })));
    for (const line of linesAtReceiver()) expect(lineProblems(line)).toEqual([]);
  });

  test("with the same line in the stream, on the bus and at the receiver", () => {
    const bodies = receiver.taken.map(({ body }) => body);
    expect(bodies).toHaveLength(expected.length);
    expect(printed).toEqual(bodies);
    expect(service.events).toEqual(bodies);
  });

  test("and the same in the activity trail, under the names of the record", async () => {
    const { body: trail } = await client.get<Record<string, unknown>[]>("/org/activity");
    const asRecords = linesAtReceiver().map(({ ts, event, event_id, name, log_type, ...same }) => ({
      ...{ id: event_id, occurred_at: ts, action: event },
      ...same,
    }));
    expect(trail).toEqual(asRecords.toReversed());
  });
});

describe("a request to the receiver", () => {
  test("is one event as JSON, with the bearer token", () => {
    for (const { headers, path } of receiver.taken) {
      expect(path).toBe("/hook?tenant=1");
      expect(headers["content-type"]).toMatch(/^application\/json/);
      expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    }
  });

  test("is signed as Standard Webhooks are", () => {
    for (const { headers, body } of receiver.taken) {
      const id = JSON.parse(body).event_id;
      expect(headers["webhook-id"]).toBe(id);
      const signed = `${id}.${headers["webhook-timestamp"]}.${body}`;
      const signature = createHmac("sha256", SIGNING_KEY).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    }
  });
});
