import { beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../../functions/cloud/controls.ts";
import { writeResults } from "../../../functions/store/cloud-results.ts";
import { type Client, newOrg } from "../../support/client.ts";
import { cis, newAccount, result, roleIn } from "../../support/cloud.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { useService } from "../../support/service.ts";

const service = useService();
let client: Client;
let orgId: string;
beforeAll(async () => {
  const { client: own, org } = await newOrg(service(), { modules: ["cloud"] });
  client = own;
  orgId = org.id;
});

refusesWrongKeys({ method: "GET", path: "/org/cloud/frameworks", auth: "org", client: () => client });

describe("200", () => {
  test("none before a scan, then those of the results, by name and version, with their controls counted", async () => {
    expect((await client.get("/org/cloud/frameworks")).body).toEqual([]);
    const { id } = await newAccount(client, { role_arn: roleIn("123456789012") });
    const old = { ...cis("1.5"), version: "3.0" };
    const own = { framework: "Acme", version: "1", control_id: "A-1" };
    const rows = [
      result({ frameworks: [cis("1.4"), old, own] }),
      result({ frameworks: [cis("2.1.4")] }),
      result({ frameworks: [cis("2.1.4")], status: "fail" }),
    ];
    await writeResults(orgId, id, crypto.randomUUID(), rows, new Date());
    const catalogued = (version: string) => catalogueOf({ framework: "CIS", version }).length;
    expect((await client.get("/org/cloud/frameworks")).body).toEqual([
      { framework: "Acme", version: "1", controls: 1, passed: 1, failed: 0 },
      { framework: "CIS", version: "3.0", controls: catalogued("3.0"), passed: 1, failed: 0 },
      { framework: "CIS", version: "5.0", controls: catalogued("5.0"), passed: 1, failed: 1 },
    ]);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service(), { modules: ["cloud"] });
    expect((await other.get("/org/cloud/frameworks")).body).toEqual([]);
  });
});

describe("403", () => {
  test("an org without the module", async () => {
    const { client: other } = await newOrg(service());
    expect(await other.get("/org/cloud/frameworks")).toMatchObject({ status: 403 });
  });
});
