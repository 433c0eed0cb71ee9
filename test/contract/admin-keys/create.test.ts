import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { type TestService, useService } from "../../support/service.ts";

const service: () => TestService = useService();
let master: Client;
beforeAll(() => {
  master = new Client(service().baseUrl, { master: service().masterKey });
});

refusesWrongKeys({ method: "POST", path: "/admin-keys", auth: "master", body: { name: "x" }, client: () => master });

describe("201", () => {
  test("shows the key once, and the key works", async () => {
    const { status, body } = await master.post<Record<string, string>>("/admin-keys", { name: " UI backend " });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "UI backend", active: true });
    expect(body.admin_key).toMatch(/^pal_adm_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
    expect(body.admin_key?.startsWith(`${body.key_prefix}_`)).toBe(true);
    expect(await master.with({ admin: body.admin_key ?? "" }).get("/orgs")).toMatchObject({ status: 200 });
  });
});

describe("422", () => {
  test.each([
    ["no name", {}, /^name: /],
    ["an empty name", { name: "  " }, /^name: /],
    ["a name of another type", { name: 5 }, /^name: /],
    ["a name of 201 characters", { name: "x".repeat(201) }, /^name: /],
    ["an array", [], /^body: /],
    ["null", null, /^body: /],
  ])("%s", async (_, body, detail) => {
    expect(await master.post("/admin-keys", body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  test("no body", async () => {
    expect(await master.post("/admin-keys")).toMatchObject({
      status: 422,
      body: { detail: "Content-Type must be application/json" },
    });
  });

  test("a body that is not JSON", async () => {
    const answer = await master.send("POST", "/admin-keys", { "Content-Type": "application/json" }, "{");
    expect(answer).toMatchObject({ status: 422, body: { detail: "Body is not valid JSON" } });
  });

  test("another content type", async () => {
    const answer = await master.send("POST", "/admin-keys", { "Content-Type": "text/plain" }, '{"name":"x"}');
    expect(answer).toMatchObject({ status: 422, body: { detail: "Content-Type must be application/json" } });
  });
});

describe("413", () => {
  test.each([300_000, 10_000_000])("a body of %i bytes", async (bytes) => {
    const answer = await master.post("/admin-keys", { name: "x".repeat(bytes) });
    expect(answer).toMatchObject({ status: 413, body: { detail: expect.stringContaining("256 KB") } });
  });
});
