import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { REQUESTS_PER_MINUTE } from "../../functions/store/rate.ts";
import { type Answer, type Client, newAdmin, newOrg } from "../support/client.ts";
import { useService } from "../support/service.ts";
import { exhaust } from "../support/sweep-table.ts";

/** The limit itself, request by request. The service runs in this process: its clock stands still unless a test moves it. */

const service = useService();
const detail = "Rate limit exceeded: 300 requests per minute";
/** The first second of a minute that no test shares: counters go by the minute. */
let minute = Math.ceil(Date.now() / 60_000) * 60_000;

beforeEach(() => {
  minute += 600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: minute });
});
afterEach(() => vi.useRealTimers());

const AT_ONCE = 10;

/** Sends a number of requests, some at a time, and gives their answers. */
async function send(times: number, call: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) {
    const batch = Math.min(AT_ONCE, times - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: batch }, call))));
  }
  return answers;
}

const statuses = (answers: readonly Answer[]): readonly number[] => [...new Set(answers.map(({ status }) => status))];

/** A client of an org whose admin key has used up the minute. */
async function exhausted(): Promise<Client> {
  const { client } = await newOrg(service());
  const { body: keys } = await client.get<{ id: string }[]>("/admin-keys?limit=1");
  await exhaust(keys[0]?.id ?? "", new Date());
  expect(await client.get("/org")).toMatchObject({ status: 429 });
  return client;
}

/** A moment of the minute, by the second. */
const at = (second: number) => vi.setSystemTime(minute + second * 1000);

describe("429", () => {
  test("the 301st request of an admin key within a minute", async () => {
    const { client } = await newOrg(service());
    at(60);
    expect(statuses(await send(REQUESTS_PER_MINUTE, () => client.get("/org")))).toEqual([200]);
    at(60 + 17);
    const refused = await client.get("/org");
    expect(refused).toMatchObject({ status: 429, body: { detail } });
    expect(refused.headers.get("retry-after")).toBe("43");
    at(60 + 59);
    expect((await client.get("/org")).headers.get("retry-after")).toBe("1");
  });

  test("requests at the same time: exactly 300 pass", async () => {
    const client = await newAdmin(service());
    const answers = await send(REQUESTS_PER_MINUTE + 20, () => client.get("/orgs?limit=1"));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(REQUESTS_PER_MINUTE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("refusals count as well, but those of wrong keys do not", async () => {
    const client = await newAdmin(service());
    const stranger = client.with({ admin: "nonsense" });
    expect(statuses(await send(REQUESTS_PER_MINUTE, () => stranger.get("/orgs")))).toEqual([401]);
    expect(statuses(await send(REQUESTS_PER_MINUTE, () => client.get("/orgs?limit=0")))).toEqual([422]);
    expect(await client.get("/orgs")).toMatchObject({ status: 429 });
  });

  test("master-only routes share one limit of the deployment", async () => {
    const client = await newAdmin(service());
    at(60);
    const master = client.only({ master: service().masterKey });
    expect(statuses(await send(REQUESTS_PER_MINUTE, () => master.get("/admin-keys?limit=1")))).toEqual([200]);
    const refused = await master.get("/audit");
    expect(refused).toMatchObject({ status: 429, body: { detail } });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await client.get("/orgs")).toMatchObject({ status: 200 });
  });

  test("a refused call changes nothing and is on record", async () => {
    const client = await exhausted();
    expect(await client.post("/org/domains", { domains: ["late.test"] })).toMatchObject({ status: 429 });
    const master = client.only({ master: service().masterKey });
    const { body: audit } = await master.get<{ path: string; status_code: number }[]>("/audit?limit=1");
    expect(audit).toMatchObject([{ path: "/api/v1/org/domains", status_code: 429 }]);
    at(60);
    expect((await client.get("/org/domains")).body).toEqual([]);
  });
});

describe("200", () => {
  test("another admin key of the same org is not affected", async () => {
    const { keys } = await exhausted();
    const other = await newAdmin(service());
    expect(await other.with({ org: keys.org ?? "" }).get("/org")).toMatchObject({ status: 200 });
  });

  test("with the next UTC minute", async () => {
    const client = await exhausted();
    at(59.999);
    expect(await client.get("/org")).toMatchObject({ status: 429 });
    at(60);
    expect(await client.get("/org")).toMatchObject({ status: 200 });
  });

  test("routes without a key have no limit", async () => {
    const client = await newAdmin(service());
    expect(statuses(await send(REQUESTS_PER_MINUTE + 1, () => client.only({}).get("/health")))).toEqual([200]);
  });
});
