import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ActivityLevel, type EventKind, seriesOf } from "../../../functions/domain/events.ts";
import { taskId } from "../../../functions/domain/task.ts";
import * as beginStage from "../../../functions/scan/begin-stage.ts";
import * as cancel from "../../../functions/scan/cancel.ts";
import * as claim from "../../../functions/scan/claim.ts";
import * as fail from "../../../functions/scan/fail.ts";
import { Suppression } from "../../../functions/store/entities/suppression.ts";
import { type Client, newAdmin, type OrgFields } from "../../support/client.ts";
import { type AccountBody, roleIn } from "../../support/cloud.ts";
import { drive } from "../../support/drive.ts";
import { startScan } from "../../support/scans.ts";
import { resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";
import { startSts, type TestSts } from "../../support/sts.ts";

/** Every operation raises its events and no others, each with who did what to what. */

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

/** Executions are started by nobody: the test delivers the tasks of scans itself. */
vi.mock("../../../functions/store/executions.ts", () => ({
  startExecution: async () => "started",
  isExecuting: async () => true,
}));

interface Event {
  readonly occurred_at: string;
  readonly action: EventKind;
  readonly outcome: string;
  readonly actor_kind: string;
}

/** What an event says besides who raised it in which org. */
interface Told {
  readonly kind: EventKind;
  readonly by?: "admin" | "customer" | "system";
  readonly level?: ActivityLevel;
  readonly outcome?: string;
  /** Type, id and name of the target. */
  readonly about: readonly [string, unknown, unknown];
  readonly detail: unknown;
}

const service = useService();
let sts: TestSts;
let admin: Client;
let client: Client;
let org: OrgFields;
/** Every event so far, the first one first. */
const trail: Event[] = [];

beforeAll(async () => {
  sts = await startSts();
  admin = await newAdmin(service());
});
afterAll(() => sts.stop());

const fresh = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Does something, and holds what the trail says of it against what it is to say. */
async function raises<T>(act: () => Promise<T>, told: readonly Told[] | ((result: T) => readonly Told[])): Promise<T> {
  const started = new Date().toISOString();
  const result = await act();
  const { body } = await client.get<Event[]>("/org/activity?limit=500");
  const added = body.toReversed().slice(trail.length);
  trail.push(...added);
  const expected = typeof told === "function" ? told(result) : told;
  expect(added).toEqual(
    expected.map(({ kind, by = "admin", level = "INFO", outcome = "ok", about, detail }) => {
      const [target_type, target_id, target] = about;
      return {
        id: fresh,
        occurred_at: expect.any(String),
        ...{ level, action: kind, outcome, org: org.slug, customer_id: org.customer_id },
        actor: { admin: "test", customer: "jane", system: "system" }[by],
        actor_kind: by,
        admin_key: by === "system" ? "" : admin.keys.admin?.split("_").slice(0, 3).join("_"),
        ...{ target_type, target_id, target },
        ip: by === "system" ? "" : "127.0.0.1",
        detail,
      };
    }),
  );
  for (const { occurred_at } of added) expect(occurred_at >= started).toBe(true);
  return result;
}

const ok = async <T>(answer: Promise<{ readonly status: number; readonly body: T }>): Promise<T> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

test("operations on the org", async () => {
  const customer_id = `customer-${crypto.randomUUID()}`;
  const input = { customer_id, customer_name: "Acme", modules: ["easm", "cloud"], domains: ["acme.test"] };
  const create = async () => {
    org = await ok(admin.post<OrgFields>("/orgs", input));
    client = admin.with({ org: org.org_api_key });
    return ["org", org.id, "Acme"] as const;
  };
  const about = await raises(create, (target) => [
    { kind: "org.created", about: target, detail: { modules_enabled: ["easm", "cloud"], domains: 1 } },
  ]);
  await raises(
    () => ok(admin.patch(`/orgs/${customer_id}`, { scan_interval_days: 7 })),
    [{ kind: "org.updated", about, detail: { old: { scan_interval_days: 14 }, new: { scan_interval_days: 7 } } }],
  );
  const rotate = async () => {
    const rotated = await ok(admin.post<OrgFields>(`/orgs/${customer_id}/rotate-key`));
    client = admin.with({ org: rotated.org_api_key });
    return rotated;
  };
  await raises(rotate, ({ api_key_prefix }) => [
    { kind: "org.key_rotated", level: "WARNING", about, detail: { old: org.api_key_prefix, new: api_key_prefix } },
  ]);
});

test("operations on domains", async () => {
  const add = () => ok(client.post<{ id: string; value: string }[]>("/org/domains", { domains: ["A.test", "b.test"] }));
  const idOf = (list: readonly { id: string; value: string }[]) => list.find(({ value }) => value === "a.test")?.id;
  const list = await raises(add, (domains) => [
    {
      kind: "domain.added",
      about: ["domain", idOf(domains), "a.test"],
      detail: { added: 2, values: ["a.test", "b.test"] },
    },
  ]);
  const id = idOf(list);
  await raises(
    () => ok(client.patch(`/org/domains/${id}`, { value: "C.test" })),
    [{ kind: "domain.changed", about: ["domain", id, "c.test"], detail: { old: "a.test", new: "c.test" } }],
  );
  await raises(
    () => ok(client.delete(`/org/domains/${id}`)),
    [{ kind: "domain.removed", about: ["domain", id, "c.test"], detail: { old: "c.test", new: null } }],
  );
});

test("operations on cloud accounts", async () => {
  const role_arn = roleIn("123456789012");
  const save = (body: unknown) => () => ok(client.post<AccountBody>("/org/cloud/accounts", body));
  const account = await raises(save({ name: "Production" }), ({ id }) => [
    { kind: "cloud.account_added", about: ["cloud_account", id, "Production"], detail: { role_arn: null } },
  ]);
  const about = ["cloud_account", account.id, "Production"] as const;
  await raises(save({ role_arn }), [
    { kind: "cloud.account_updated", about, detail: { role_arn, old_role_arn: null } },
  ]);
  const validate = () => ok(client.post<AccountBody>(`/org/cloud/accounts/${account.id}/validate`));
  sts.roles.set(role_arn, { externalId: "another" });
  await raises(validate, ({ reason }) => [
    {
      ...{ kind: "cloud.account_validated", outcome: "denied", level: "WARNING", about },
      detail: { role_arn, status: "invalid", reason },
    },
  ]);
  sts.roles.set(role_arn, { externalId: account.external_id });
  await raises(validate, [
    { kind: "cloud.account_validated", about, detail: { role_arn, status: "validated", reason: null } },
  ]);
  await raises(
    () => ok(client.delete(`/org/cloud/accounts/${account.id}`)),
    [{ kind: "cloud.account_removed", about, detail: { role_arn } }],
  );
});

const module = "easm";
const aboutScan = (id: string) => ["scan", id, null] as const;
const start = (body: Record<string, unknown> = {}) =>
  raises(
    () => startScan(client, { force: true, ...body }),
    (id) => [
      { kind: "scan.started", about: aboutScan(id), detail: { module, scanners: body.scanners ?? [], force: true } },
    ],
  );
const stopped = (id: string): Told => ({
  kind: "scan.stopped",
  level: "WARNING",
  about: aboutScan(id),
  detail: { module },
});
const stop = (id: string) => () => ok(client.post(`/org/scans/${id}/stop`));
const execution = "execution-1";

test("scans that are stopped", async () => {
  const pending = await start({ scanners: ["easm.http"] });
  await raises(stop(pending), [
    stopped(pending),
    { kind: "scan.cancelled", level: "WARNING", about: aboutScan(pending), detail: { module } },
  ]);
  await raises(stop(pending), []);

  const running = await start();
  const ref = { org_id: org.id, scan_id: running };
  await claim.handler({ ...ref, execution });
  await raises(stop(running), [stopped(running)]);
  await raises(stop(running), []);
  await beginStage.handler({ ...ref, stage: "discover" });
  await raises(
    () => cancel.handler(ref),
    [
      {
        ...{ kind: "scan.cancelled", by: "system", level: "WARNING", about: aboutScan(running) },
        detail: { module, stages_done: 0, assets: 0, findings: 0 },
      },
    ],
  );
});

test("scans that fail", async () => {
  const scan_id = await start();
  const ref = { org_id: org.id, scan_id };
  const failed = (id: string, reason: unknown): Told => ({
    ...{ kind: "scan.failed", by: "system", level: "ERROR", outcome: "error", about: aboutScan(id) },
    detail: { module, reason },
  });
  await raises(() => fail.handler(ref), [failed(scan_id, "The scan job failed: its execution ended")]);
  await raises(() => fail.handler(ref), []);
  for (const scanner of ["easm.subdomains", "easm.http", "easm.headers"]) script.failing.add(scanner);
  const blind = await start();
  await raises(
    () => drive({ org_id: org.id, scan_id: blind }),
    [failed(blind, expect.stringMatching(/^Every scanner failed: /))],
  );
  resetScript();
});

test("scans that are completed, answers to their findings, and rules", async () => {
  script.hosts = ["one.acme.test"];
  const scan = async (told: (id: string) => readonly Told[]) => {
    const id = await start();
    await raises(() => drive({ org_id: org.id, scan_id: id }), told(id));
  };
  const completed = (id: string, delta: Record<string, number>, findings = 1): Told => ({
    ...{ kind: "scan.completed", by: "system", about: aboutScan(id) },
    detail: {
      ...{ module, status: "completed", assets: expect.any(Number), findings },
      delta: { new: 0, reopened: 0, confirmed_resolved: 0, still_open: 0, auto_resolved: 0, ...delta },
    },
  });
  const ofTasks = (kind: EventKind, id: string, finding: unknown, standing: Record<string, string>): Told => ({
    ...{ kind, by: "system", about: ["task", fresh, "Weakness"] },
    detail: {
      ...{ scan_id: id, module, count: 1, by_status: { [standing.status ?? ""]: 1 }, by_priority: { high: 1 } },
      tasks: [{ id: fresh, finding_id: finding, title: "Weakness", priority: "high", ...standing }],
    },
  });
  await scan((id) => [ofTasks("task.created", id, fresh, { status: "open" }), completed(id, { new: 1 })]);
  const [found] = await ok(client.get<{ id: string }[]>("/org/findings"));
  const finding = found?.id ?? "";
  const feedback = (detail: unknown, by: "admin" | "customer" = "admin"): Told => ({
    ...{ kind: "finding.feedback", by, about: ["finding", finding, "Weakness"], detail },
  });
  const updated = (old_status: string, new_status: string, by: Told["by"], more = {}): Told => ({
    ...{ kind: "task.updated", ...(by ? { by } : {}), about: ["task", taskId(finding), "Weakness"] },
    detail: { finding_id: finding, old_status, new_status, priority: "high", ...more },
  });
  const answer = (body: unknown) => () => ok(client.patch(`/org/findings/${finding}`, body));
  await raises(answer({ status: "resolved", note: "Done." }), [
    feedback({ old_status: "new", new_status: "resolved", note: "Done." }),
    updated("open", "done", "admin"),
  ]);
  await scan((id) => [
    ofTasks("task.updated", id, finding, { status: "open", old_status: "done", old_priority: "high" }),
    completed(id, { reopened: 1 }),
  ]);

  const rule = { match: "template_id", value: "easm.http.weak" };
  const ofRule = { ...rule, status: "accepted_risk", finding_id: finding };
  const about = ["suppression", fresh, "easm.http.weak"] as const;
  const accept = { status: "accepted_risk", suppress_similar: true };
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const named = (more = {}) => ({ id: fresh, ...rule, ...more });
  await raises(answer({ ...accept, actor: "jane", expires_at }), [
    feedback({ old_status: "reopened", new_status: "accepted_risk", suppression: named({ expires_at }) }, "customer"),
    { kind: "suppression.added", by: "customer", about, detail: { ...ofRule, expires_at, renewed: false } },
    updated("open", "wont_do", "customer"),
  ]);
  await raises(answer({ status: "in_progress", actor: "jane" }), [
    feedback({ old_status: "accepted_risk", new_status: "in_progress", suppression_removed: named() }, "customer"),
    {
      ...{ kind: "suppression.removed", by: "customer", about },
      detail: { ...ofRule, expires_at, hits: 0, reason: "answered" },
    },
    updated("wont_do", "in_progress", "customer"),
  ]);
  const suppressed = (old_status: string, task: string): readonly Told[] => [
    feedback({ old_status, new_status: "accepted_risk", suppression: named() }),
    { kind: "suppression.added", about, detail: { ...ofRule, renewed: false } },
    updated(task, "wont_do", "admin"),
  ];
  await raises(answer(accept), suppressed("in_progress", "in_progress"));
  const removed = (more: Record<string, unknown>, by: Told["by"] = "admin"): Told => ({
    ...{ kind: "suppression.removed", by, about },
    detail: { ...ofRule, hits: 0, ...more },
  });
  const [stored] = await ok(client.get<{ id: string }[]>("/org/suppressions"));
  const suppression_id = stored?.id ?? "";
  await raises(
    () => ok(client.delete(`/org/suppressions/${suppression_id}`)),
    [removed({ reason: "removed" }), updated("wont_do", "open", "admin", { suppression_id })],
  );
  await raises(answer(accept), suppressed("reopened", "open"));
  const past = new Date(Date.now() - 1000).toISOString();
  await Suppression.patch({ org_id: org.id, id: suppression_id }).set({ expires_at: past }).go({ response: "none" });
  await scan((id) => [
    removed({ expires_at: past, reason: "expired" }, "system"),
    updated("wont_do", "open", "system", { suppression_id }),
    completed(id, { still_open: 1 }),
  ]);
  resetScript();
});

test("no kind of event is declared that nothing raises, and none to be raised by whom nothing lets", () => {
  const seen = new Set(trail.map(({ action, outcome, actor_kind }) => `${action} ${outcome} ${actor_kind}`));
  const declared = seriesOf({}).map(({ action, outcome, actor_kind }) => `${action} ${outcome} ${actor_kind}`);
  expect([...seen].sort()).toEqual(declared.sort());
});
