import { beforeAll, describe, expect, test } from "vitest";
import { type Client, newAdmin, type OrgFields } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let admin: Client;
beforeAll(async () => {
  admin = await newAdmin(service());
});

const valid = () => ({ customer_id: `c-${crypto.randomUUID()}`, customer_name: "Acme" });

refusesWrongKeys({ method: "POST", path: "/orgs", auth: "admin", body: valid(), client: () => admin });

describe("201", () => {
  test("with the org key, the default module and interval", async () => {
    const input = valid();
    const { status, body } = await admin.post<OrgFields>("/orgs", input);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...input, modules_enabled: ["easm"], is_active: true, scan_interval_days: 14 });
    expect(body.org_api_key).toMatch(/^pal_org_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
    expect(await admin.with({ org: body.org_api_key }).get("/org")).toMatchObject({
      status: 200,
      body: { id: body.id },
    });
  });

  test("its domains are there at once, normalised, without repetitions", async () => {
    const { body } = await admin.post<OrgFields>("/orgs", {
      ...valid(),
      domains: ["Example.COM", "example.com", "192.0.2.0/24", "AS64500", "acme"],
    });
    const { body: domains } = await admin
      .with({ org: body.org_api_key })
      .get<{ value: string; kind: string }[]>("/org/domains");
    expect(domains.map(({ value, kind }) => [value, kind]).toReversed()).toEqual([
      ["example.com", "domain"],
      ["192.0.2.0/24", "ip_range"],
      ["as64500", "asn"],
      ["acme", "keyword"],
    ]);
  });

  test("customer_ids that differ in case are two orgs with two slugs", async () => {
    const id = crypto.randomUUID();
    const upper = await admin.post<OrgFields>("/orgs", { customer_id: `ACME-${id}`, customer_name: "Upper" });
    const lower = await admin.post<OrgFields>("/orgs", { customer_id: `acme-${id}`, customer_name: "Lower" });
    expect([upper.status, lower.status]).toEqual([201, 201]);
    expect(upper.body.slug).not.toBe(lower.body.slug);
  });

  test("repeated modules count once", async () => {
    const { body } = await admin.post<{ modules_enabled: string[] }>("/orgs", {
      ...valid(),
      modules: ["dast", "easm", "dast"],
    });
    expect(body.modules_enabled).toEqual(["dast", "easm"]);
  });
});

describe("409", () => {
  test("a customer_id that is taken; the first org stays as it was", async () => {
    const input = valid();
    const first = await admin.post<OrgFields>("/orgs", input);
    const second = await admin.post("/orgs", { ...input, customer_name: "Other" });
    expect(second).toMatchObject({ status: 409, body: { detail: expect.stringContaining(input.customer_id) } });
    expect(await admin.with({ org: first.body.org_api_key }).get("/org")).toMatchObject({
      body: { customer_name: "Acme" },
    });
  });

  test("of twenty at once, one wins", async () => {
    const input = valid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post("/orgs", input)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe("422", () => {
  test.each([
    ["no customer_id", { customer_name: "x" }, /^customer_id: /],
    ["no customer_name", { customer_id: "x" }, /^customer_name: /],
    ["a customer_id with a slash", { customer_id: "a/b", customer_name: "x" }, /^customer_id: /],
    ["an unknown module", { ...valid(), modules: ["sast"] }, /^modules\.0: /],
    ["no module at all", { ...valid(), modules: [] }, /^modules: /],
    ["domains of another type", { ...valid(), domains: "example.com" }, /^domains: /],
    ["a domain that is none", { ...valid(), domains: ["<script>"] }, /^domains: "<script>" is no domain/],
    ["a range that no scan can visit", { ...valid(), domains: ["10.0.0.0/8"] }, /^domains: "10.0.0.0\/8" holds more/],
    [
      "501 domains",
      { ...valid(), domains: Array.from({ length: 501 }, (_, index) => `h${index}.example.com`) },
      /^domains: /,
    ],
    ["an interval of no days", { ...valid(), scan_interval_days: 0 }, /^scan_interval_days: /],
    ["an interval of 366 days", { ...valid(), scan_interval_days: 366 }, /^scan_interval_days: /],
  ])("%s", async (_, body, detail) => {
    expect(await admin.post("/orgs", body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });
});
