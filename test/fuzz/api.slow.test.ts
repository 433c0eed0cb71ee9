import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useService } from "../support/service.ts";
import { startSts, type TestSts } from "../support/sts.ts";
import { checkedExchange, exchange } from "../support/sweep-http.ts";
import { isMutating, loadSweep, parametersOf } from "../support/sweep-routes.ts";
import { storedItems } from "../support/sweep-table.ts";
import { recipe } from "../support/sweep-tenant.ts";
import { type Case, someCase } from "./cases.ts";
import { isTooLarge, judge } from "./judge.ts";
import { makeWorld, type World } from "./world.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/**
 * Requests that nobody would send, made from the OpenAPI document: every answer must be one that the document has, none a
 * fault, and no org may be left in pieces. The seed is fixed, so that a run says something about the change and not about
 * luck; another FUZZ_SEED looks elsewhere, FUZZ_REQUESTS makes it longer or shorter.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const AT_ONCE = 8;
/** Successes that each operation must have had, in a run of full length. */
const ACCEPTED_LEAST = 5;
const FULL_RUN = 20_000;

const service = useService();
const sweep = await loadSweep();
const byStatus = new Map<number, number>();
const accepted = new Map<string, number>(sweep.routes.map(({ name }) => [name, 0]));
let world: World;
let sts: TestSts;
let untouched: ReadonlyMap<string, string>;

beforeAll(async () => {
  sts = await startSts();
  world = await makeWorld(service(), sweep, REQUESTS);
  untouched = await storedItems(world.bystander.org.id);
});
afterAll(() => sts.stop());

async function attempt(one: Case): Promise<void> {
  const asked = await world.request(one);
  // A server that cannot read a request does not know that its answer may have no body.
  const sent = asked.method === "HEAD" && isTooLarge(asked) ? { ...asked, method: "OPTIONS" } : asked;
  const answer = await exchange(service().baseUrl, sent);
  byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
  if (answer.status < 300 && one.method === null) accepted.set(one.route, (accepted.get(one.route) ?? 0) + 1);
  try {
    judge(sweep, sent, answer);
  } catch (error) {
    const head = JSON.stringify({ ...sent, body: sent.body?.slice(0, 500) });
    throw new Error(
      `${error instanceof Error ? error.message : error}\n${answer.text.slice(0, 500)}\n${head.slice(0, 5000)}`,
    );
  }
  world.learn(one, answer);
}

test(`${REQUESTS} requests, FUZZ_SEED=${SEED}`, async () => {
  const started = performance.now();
  const together = fc.array(someCase(sweep), { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(together, async (cases) => {
      await Promise.all(cases.map(attempt));
    }),
    // The service has changed by the time at which a smaller request could be tried: the one that failed is shown instead.
    { seed: SEED, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
  );
  const seconds = (performance.now() - started) / 1000;
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  const sent = statuses.reduce((sum, [, count]) => sum + count, 0);
  console.info(
    `FUZZ_SEED=${SEED}: ${sent} requests in ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} a second`,
  );
  console.info(statuses.map(([status, count]) => `${status}: ${count}`).join(", "));
  console.info([...accepted].map(([name, count]) => `${name}: ${count}`).join("\n"));
  if (REQUESTS >= FULL_RUN)
    expect(
      [...accepted].filter(([, count]) => count < ACCEPTED_LEAST),
      "operations that hardly ever succeeded",
    ).toEqual([]);
});

test("the org that nobody may touch is as it was", async () => {
  expect(await storedItems(world.bystander.org.id)).toEqual(untouched);
});

test("whatever was written can be read: every list of every org, to its end", async () => {
  const lists = sweep.routes.filter((route) => !isMutating(route) && parametersOf(route, "path").length === 0);
  for (const tenant of [...world.tenants, world.bystander])
    for (const route of lists) {
      const asked = await recipe(service(), sweep, tenant, route);
      const hasCursor = parametersOf(route, "query").some(({ name }) => name === "after");
      let path: string | undefined = hasCursor ? `${asked.path}?limit=500` : asked.path;
      while (path !== undefined) {
        const { status, headers } = await checkedExchange(sweep.contract, service().baseUrl, { ...asked, path });
        expect([200, 403, 404], `${route.name} of ${tenant.mark}`).toContain(status);
        path = /<\/api\/v1([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
    }
});

test("the service still answers", async () => {
  const { status } = await exchange(service().baseUrl, { method: "GET", path: "/health", headers: [], body: null });
  expect(status).toBe(200);
});
