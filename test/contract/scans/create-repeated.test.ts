import { afterEach, describe, expect, test, vi } from "vitest";
import { IdempotentAnswer } from "../../../functions/store/entities/idempotent-answer.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { finished } from "../../support/scans.ts";
import { closeGate, resetScript } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

/** POST /org/scans with an Idempotency-Key: a caller who does not know whether a request arrived sends it again. */

const service = useService();
afterEach(resetScript);

const newCaller = () => newOrg(service(), { domains: ["acme.test"] });

const send = (client: Client, key: string, body: unknown = {}) =>
  client.send<{ id: string }>(
    "POST",
    "/org/scans",
    { "Content-Type": "application/json", "Idempotency-Key": key },
    JSON.stringify(body),
  );

const scansOf = async (client: Client) => (await client.get<unknown[]>("/org/scans")).body;

describe("202", () => {
  test("the same key and body get the first answer, while the scan is going on and after it, and start nothing", async () => {
    const { client } = await newCaller();
    const gate = closeGate();
    const first = await send(client, "one", { module: "easm" });
    expect(first.status).toBe(202);
    const again = await send(client, "one", { module: "easm", params: {}, unknown: true });
    expect([again.status, again.body]).toEqual([202, first.body]);
    gate.open();
    await finished(client, first.body.id);
    expect(await send(client, "one", {})).toMatchObject({ status: 202, body: first.body });
    expect(await scansOf(client)).toHaveLength(1);
  });

  test("of many at once all get the same scan", async () => {
    const { client } = await newCaller();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(client, "many")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await scansOf(client)).toHaveLength(1);
  });

  test("another org's key is another key", async () => {
    const [one, other] = await Promise.all([newCaller(), newCaller()]);
    const first = await send(one.client, "shared");
    const second = await send(other.client, "shared");
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test("a refusal is not kept: the same key works once the reason is gone", async () => {
    const { client } = await newOrg(service());
    expect(await send(client, "later")).toMatchObject({ status: 400 });
    await client.post("/org/domains", { domains: ["acme.test"] });
    expect(await send(client, "later")).toMatchObject({ status: 202 });
  });

  test("after 24 hours the key is free, also while its item is still there", async () => {
    const { client, org } = await newCaller();
    const first = await send(client, "old");
    await finished(client, first.body.id);
    await IdempotentAnswer.patch({ org_id: org.id, key: "old" }).set({ expires_at: new Date().toISOString() }).go();
    const second = await send(client, "old", { force: true });
    expect(second.status).toBe(202);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe("422", () => {
  test("the same key with another body", async () => {
    const { client } = await newCaller();
    const { body } = await send(client, "one");
    expect(await send(client, "one", { force: true })).toMatchObject({
      status: 422,
      body: { detail: "Idempotency-Key: was used with another body in the last 24 hours" },
    });
    await finished(client, body.id);
    expect(await scansOf(client)).toHaveLength(1);
  });

  test("two keys", async () => {
    const { client } = await newCaller();
    const headers = new Headers([["Content-Type", "application/json"]]);
    for (const key of ["one", "two"]) headers.append("Idempotency-Key", key);
    expect(await client.send("POST", "/org/scans", Object.fromEntries(headers), "{}")).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("Idempotency-Key: ") },
    });
  });

  test.each([
    ["a blank inside", "a b"],
    ["256 characters", "k".repeat(256)],
    ["nothing", ""],
  ])("a key of %s", async (_, key) => {
    const { client } = await newCaller();
    expect(await send(client, key)).toMatchObject({
      status: 422,
      body: { detail: "Idempotency-Key: must be 1 to 255 printable ASCII characters" },
    });
  });
});
