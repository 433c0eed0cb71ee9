import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { resetScript, script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Row {
  readonly id: string;
  readonly event: string;
  readonly old_status: string | null;
  readonly new_status: string;
}

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service()));
});
afterEach(resetScript);

refusesWrongKeys({
  method: "GET",
  path: `/org/findings/${crypto.randomUUID()}/history`,
  auth: "org",
  client: () => client,
});

/** A finding of an org of its own, after a first scan. */
async function newFinding() {
  const { client: owner } = await newOrg(service(), { domains: ["acme.test"] });
  await scanNow(owner);
  const id = (await owner.get<Row[]>("/org/findings")).body[0]?.id ?? "";
  return {
    owner,
    id,
    history: async (query = "") => (await owner.get<Row[]>(`/org/findings/${id}/history${query}`)).body,
    answer: (status: string) => owner.patch(`/org/findings/${id}`, { status }),
    rescan: () => scanNow(owner, { force: true }),
  };
}

const steps = (rows: readonly Row[]) =>
  rows.map(({ event, old_status, new_status }) => [event, old_status, new_status]);

describe("200", () => {
  test("every field of the specification", async () => {
    const { history } = await newFinding();
    expect(await history()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: "detected",
        old_status: null,
        new_status: "new",
        actor: "system",
        note: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
  });

  test("answers and scans in turn, newest first; a scan that changes nothing leaves no event", async () => {
    const { history, answer, rescan } = await newFinding();
    await rescan();
    await answer("resolved");
    await rescan();
    await answer("resolved");
    script.weaknesses.clear();
    await rescan();
    script.weaknesses.set("weak", "high");
    await rescan();
    script.weaknesses.clear();
    await rescan();
    await rescan();
    const rows = await history();
    expect(steps(rows)).toEqual([
      ["auto_resolved", "reopened", "confirmed_resolved"],
      ["reopened", "confirmed_resolved", "reopened"],
      ["confirmed_resolved", "resolved", "confirmed_resolved"],
      ["feedback", "reopened", "resolved"],
      ["reopened", "resolved", "reopened"],
      ["feedback", "new", "resolved"],
      ["detected", null, "new"],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test("pages that follow the Link header are the whole history, though it grows meanwhile", async () => {
    const { owner, id, history, answer } = await newFinding();
    for (const status of ["in_progress", "resolved", "false_positive", "in_progress"]) await answer(status);
    const whole = await history();
    const rows: Row[] = [];
    let path: string | undefined = `/org/findings/${id}/history?limit=2`;
    while (path !== undefined) {
      const { body, headers }: Awaited<ReturnType<typeof owner.get<Row[]>>> = await owner.get<Row[]>(path);
      rows.push(...body);
      path = /<\/api\/v1([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
      await answer("resolved");
    }
    expect(rows).toEqual(whole);
    expect(await history("?limit=1&offset=1&after=0000000004")).toEqual(whole.slice(3, 4));
  });
});

describe("404", () => {
  test("an unknown id, and that of another org's finding", async () => {
    const { id } = await newFinding();
    for (const findingId of [crypto.randomUUID(), id])
      expect(await client.get(`/org/findings/${findingId}/history`)).toMatchObject({
        status: 404,
        body: { detail: "Finding not found" },
      });
  });
});

describe("422", () => {
  test.each(["first/history", `${crypto.randomUUID()}/history?limit=0`, `${crypto.randomUUID()}/history?after=%20`])(
    "%s",
    async (path) => {
      expect(await client.get(`/org/findings/${path}`)).toMatchObject({ status: 422 });
    },
  );
});
