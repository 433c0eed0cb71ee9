import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { documentClient } from "../../functions/store/table.ts";
import { type Client, newOrg, type OrgFields } from "../support/client.ts";
import { finished, scanNow } from "../support/scans.ts";
import { useService } from "../support/service.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/**
 * Counts the DynamoDB requests of each endpoint with a metered client, and holds them against the table in
 * docs/performance.md. A count that changes must be changed there as well, where a reviewer sees it.
 */
const TABLE = "docs/performance.md";

const service = useService();
const sent: string[] = [];
let client: Client;
let org: OrgFields;
let domainId: string;
let scanId: string;
let findingId: string;
let adminKeyId: string;

beforeAll(async () => {
  ({ client, org } = await newOrg(service(), { domains: ["acme.test"] }));
  scanId = (await scanNow(client)).id;
  domainId = (await client.get<{ id: string }[]>("/org/domains")).body[0]?.id ?? "";
  findingId = (await client.get<{ id: string }[]>("/org/findings")).body[0]?.id ?? "";
  adminKeyId = (await client.post<{ id: string }>("/admin-keys", { name: "to be revoked" })).body.id;
  documentClient.middlewareStack.add(
    (next, context) => (input) => {
      sent.push((context.commandName ?? "").replace(/Command$/, ""));
      return next(input);
    },
    { step: "initialize" },
  );
});

/** In the order in which they are called: those that change something come last. */
const calls: readonly (readonly [endpoint: string, status: number, call: () => Promise<{ status: number }>])[] = [
  ["GET /health", 200, () => client.get("/health")],
  ["GET /admin-keys", 200, () => client.get("/admin-keys")],
  ["GET /orgs", 200, () => client.get("/orgs")],
  ["GET /orgs/{customer_id}", 200, () => client.get(`/orgs/${org.customer_id}`)],
  ["GET /org", 200, () => client.get("/org")],
  ["GET /org/domains", 200, () => client.get("/org/domains")],
  ["GET /org/scans", 200, () => client.get("/org/scans")],
  ["GET /org/scans/{scan_id}", 200, () => client.get(`/org/scans/${scanId}`)],
  ["GET /org/scans/{scan_id}/progress", 200, () => client.get(`/org/scans/${scanId}/progress`)],
  ["GET /org/scans/{scan_id}/delta", 200, () => client.get(`/org/scans/${scanId}/delta`)],
  ["GET /org/findings", 200, () => client.get("/org/findings")],
  ["GET /org/findings/{finding_id}", 200, () => client.get(`/org/findings/${findingId}`)],
  ["POST /org/scans/{scan_id}/stop", 200, () => client.post(`/org/scans/${scanId}/stop`)],
  ["POST /org/domains", 201, () => client.post("/org/domains", { domains: ["more.acme.test"] })],
  ["PATCH /org/domains/{domain_id}", 200, () => client.patch(`/org/domains/${domainId}`, { value: "www.acme.test" })],
  ["DELETE /org/domains/{domain_id}", 204, () => client.delete(`/org/domains/${domainId}`)],
  ["POST /admin-keys", 201, () => client.post("/admin-keys", { name: "counted" })],
  ["DELETE /admin-keys/{id}", 204, () => client.delete(`/admin-keys/${adminKeyId}`)],
  ["POST /orgs", 201, () => client.post("/orgs", { customer_id: "counted", customer_name: "Counted" })],
];

/** Rows of the table of requests: endpoint to its cell. */
function documented(): Map<string, string> {
  const section = readFileSync(TABLE, "utf8").split("## DynamoDB requests per endpoint")[1]?.split("\n## ")[0] ?? "";
  return new Map(
    [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \|$/gm)].map((row) => [row[1] ?? "", (row[2] ?? "").trim()]),
  );
}

const spell = (commands: readonly string[]): string => commands.join(", ") || "none";

describe("DynamoDB requests", () => {
  const table = documented();

  test.each(calls)("%s", async (endpoint, status, call) => {
    sent.length = 0;
    expect(await call()).toMatchObject({ status });
    expect(spell(sent)).toBe(table.get(endpoint));
  });

  test("POST /org/scans", async () => {
    const { client: fresh } = await newOrg(service(), { domains: ["acme.test"] });
    sent.length = 0;
    const answer = await fresh.post<{ id: string }>("/org/scans", {});
    expect(answer.status).toBe(202);
    // The scan's own tasks write from then on: the request's are those up to the transaction that creates the scan.
    expect(spell(sent.slice(0, sent.indexOf("TransactWriteItems") + 1))).toBe(table.get("POST /org/scans"));
    await finished(fresh, answer.body.id);
  });

  test("authentication costs one BatchGetItem and one UpdateItem", async () => {
    sent.length = 0;
    await client.get("/org");
    expect(sent).toEqual(["BatchGetItem", "UpdateItem"]);
  });

  test("the table names every endpoint that was counted, and no other", () => {
    expect([...table.keys()].sort()).toEqual([...calls.map(([endpoint]) => endpoint), "POST /org/scans"].sort());
  });
});
