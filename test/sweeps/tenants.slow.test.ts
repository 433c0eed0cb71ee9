import { beforeAll, describe, expect, test, vi } from "vitest";
import { useService } from "../support/service.ts";
import { checkedExchange, type RawAnswer, type RawRequest } from "../support/sweep-http.ts";
import { type Metered, metered } from "../support/sweep-meter.ts";
import { isMutating, loadSweep, parametersOf, type Route } from "../support/sweep-routes.ts";
import { storedItems } from "../support/sweep-table.ts";
import { keysFor, pathOf, pathWith, recipe, seedTenant, type Tenant } from "../support/sweep-tenant.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/** Two orgs that have something of everything: what one of them can learn or change of the other's. */

const service = useService();
const sweep = await loadSweep();
const orgRoutes = sweep.routes.filter(({ endpoint }) => endpoint.auth === "org");
const byId = orgRoutes.filter((route) => parametersOf(route, "path").length > 0);
const lists = orgRoutes.filter((route) => !isMutating(route) && parametersOf(route, "path").length === 0);
const idFields = (route: Route): string[] =>
  Object.entries(route.body?.properties ?? {})
    .filter(([, schema]) => sweep.resolved(schema).format === "uuid")
    .map(([name]) => name);
const byIdInBody = orgRoutes.filter((route) => idFields(route).length > 0);

let own: Tenant;
let other: Tenant;
let cases = 0;

beforeAll(async () => {
  other = await seedTenant(service(), sweep, "zebra");
  own = await seedTenant(service(), sweep, "alpha");
});

const call = async (request: RawRequest): Promise<{ readonly answer: RawAnswer; readonly cost: Metered }> => {
  cases += 1;
  let answer: RawAnswer | undefined;
  const cost = await metered(async () => {
    answer = await checkedExchange(sweep.contract, service().baseUrl, request);
  });
  if (!answer) throw new Error("no answer");
  return { answer, cost };
};

/** Headers that tell one call from another, whatever was asked. */
const OF_THE_CALL = ["date"];
const headersOf = ({ headers }: RawAnswer) => [...headers].filter(([name]) => !OF_THE_CALL.includes(name));

/** Holds the answers to a request with the other org's id and to one with an id that nobody has against each other. */
async function expectSame(
  foreign: RawRequest,
  foreignId: string,
  missing: RawRequest,
  missingId: string,
): Promise<void> {
  const before = await storedItems(other.org.id);
  const ofForeign = await call(foreign);
  const ofMissing = await call(missing);
  expect(ofForeign.answer.status).toBe(404);
  expect(ofForeign.answer.status).toBe(ofMissing.answer.status);
  expect(ofForeign.answer.text.replaceAll(foreignId, "id")).toBe(ofMissing.answer.text.replaceAll(missingId, "id"));
  expect(headersOf(ofForeign.answer)).toEqual(headersOf(ofMissing.answer));
  expect(ofForeign.cost.requests).toEqual(ofMissing.cost.requests);
  expect(ofForeign.cost.roundTrips).toBe(ofMissing.cost.roundTrips);
  expect(await storedItems(other.org.id)).toEqual(before);
}

describe("an id of another org is as good as none", () => {
  test.each(byId.map((route) => [route.name, route] as const))("%s", async (_, route) => {
    const theirs = (await pathOf(service(), sweep, other, route)).split("/");
    const ours = (await pathOf(service(), sweep, own, route)).split("/");
    const at = theirs.findIndex((segment, index) => segment !== ours[index]);
    const foreignId = theirs[at] ?? "";
    const missingId = crypto.randomUUID();
    const asked = await recipe(service(), sweep, own, route);
    const foreign = { ...asked, path: asked.path.replace(ours.join("/"), pathWith(route, foreignId)) };
    const missing = { ...asked, path: asked.path.replace(ours.join("/"), pathWith(route, missingId)) };
    expect(foreignId).toMatch(/^[0-9a-f-]{36}$/);
    await expectSame(foreign, foreignId, missing, missingId);
  });

  test.each(byIdInBody.map((route) => [route.name, route] as const))("%s, in the body", async (_, route) => {
    const [field = ""] = idFields(route);
    const asked = await recipe(service(), sweep, own, route);
    const withId = (id: string) => ({
      ...asked,
      body: JSON.stringify({ ...JSON.parse(String(asked.body)), [field]: id }),
    });
    const foreignId = await firstId(listsOf[field] ?? route.endpoint.path, other);
    const missingId = crypto.randomUUID();
    await expectSame(withId(foreignId), foreignId, withId(missingId), missingId);
  });
});

const read = async (route: Route, tenant: Tenant, query = ""): Promise<RawAnswer> => {
  const asked = await recipe(service(), sweep, tenant, route);
  const joint = asked.path.includes("?") ? "&" : "?";
  return (await call({ ...asked, path: query ? `${asked.path}${joint}${query}` : asked.path })).answer;
};

/** Lists that have the ids of a field, where it is not the list at the route's own path. */
const listsOf: Readonly<Record<string, string>> = { finding_id: "/org/findings" };

async function firstId(collection: string, tenant: Tenant): Promise<string> {
  const list = orgRoutes.find(({ name }) => name === `GET ${collection}`);
  if (!list) throw new Error(`no list has the ids of ${collection}`);
  const { json } = await read(list, tenant);
  return (json as readonly { readonly id: string }[])[0]?.id ?? "";
}

/** Every id in a text. */
const idsIn = (text: string): ReadonlySet<string> =>
  new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));

describe("nothing of another org is in an answer", () => {
  test("of the lists, all of which have something", async () => {
    const theirs = new Map<Route, RawAnswer>();
    for (const route of lists) theirs.set(route, await read(route, other));
    const foreignIds = new Set([...theirs.values()].flatMap(({ text }) => [...idsIn(text)]));
    const empty = [...theirs].filter(([, { json }]) => Array.isArray(json) && json.length === 0);
    expect(empty.map(([{ name }]) => name)).toEqual([]);
    expect(foreignIds.size).toBeGreaterThan(20);
    const leaks: string[] = [];
    for (const route of lists) {
      const { status, text } = await read(route, own);
      if (status !== 200) leaks.push(`${route.name}: ${status}`);
      leaks.push(...[...idsIn(text)].filter((id) => foreignIds.has(id)).map((id) => `${route.name}: ${id}`));
      const marks = [other.mark, other.org.customer_id, other.org.slug, other.org.api_key_prefix];
      leaks.push(...marks.filter((mark) => text.includes(mark)).map((mark) => `${route.name}: ${mark}`));
    }
    expect(leaks).toEqual([]);
  });

  test("with a cursor of the other org", async () => {
    const leaks: string[] = [];
    for (const route of lists.filter((one) => parametersOf(one, "query").some(({ name }) => name === "after"))) {
      const { headers } = await read(route, other, "limit=1");
      const after = /[?&]after=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
      if (after === undefined) throw new Error(`${route.name} gave no cursor`);
      const { status, text } = await read(route, own, `after=${after}`);
      if (status !== 200 || text.includes(other.mark)) leaks.push(`${route.name}: ${status} ${text.slice(0, 200)}`);
    }
    expect(leaks).toEqual([]);
  });

  test("with ids of the other org in a filter", async () => {
    const leaks: string[] = [];
    const account = await firstId("/org/cloud/accounts", other);
    for (const route of lists)
      for (const { name } of parametersOf(route, "query").filter(
        ({ schema }) => schema.type === "string" && !schema.enum,
      )) {
        if (name === "after") continue;
        const { text } = await read(route, own, `${name}=${account}`);
        if (text.includes(other.mark)) leaks.push(`${route.name} ${name}: ${text.slice(0, 200)}`);
      }
    expect(leaks).toEqual([]);
  });
});

test("another org's key with one's own ids", async () => {
  const before = await storedItems(own.org.id);
  const opened: string[] = [];
  for (const route of byId) {
    const asked = await recipe(service(), sweep, own, route);
    const body = asked.body === null ? [] : [["Content-Type", "application/json"] as const];
    const { answer } = await call({ ...asked, headers: [...keysFor(route, other), ...body] });
    if (answer.status !== 404) opened.push(`${route.name}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  expect(opened).toEqual([]);
  expect(await storedItems(own.org.id)).toEqual(before);
});

test("every route was asked", () => {
  console.info(
    `${cases} calls: ${byId.length} routes by id, ${byIdInBody.length} with an id in the body, ${lists.length} that read`,
  );
  const others = orgRoutes.filter(
    (route) => !byId.includes(route) && !lists.includes(route) && !byIdInBody.includes(route),
  );
  // What takes no id and reads nothing adds to the org of the key, whatever it is sent.
  expect(others.map(({ endpoint }) => endpoint.method)).toEqual(others.map(() => "POST"));
  expect(cases).toBeGreaterThanOrEqual(2 * byId.length + 2 * byIdInBody.length + 2 * lists.length);
});
