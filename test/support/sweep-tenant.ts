import { modules } from "../../functions/domain/vocabulary.ts";
import { writeResults } from "../../functions/store/cloud-results.ts";
import { type Client, newOrg, type OrgFields } from "./client.ts";
import type { DocumentSchema } from "./json-schema.ts";
import { scanNow } from "./scans.ts";
import { resetScript, script } from "./scripted-scanners.ts";
import type { TestService } from "./service.ts";
import { exchange, type HeaderLines, type RawAnswer, type RawRequest } from "./sweep-http.ts";
import { isMutating, parametersOf, type Route, type Sweep } from "./sweep-routes.ts";
import { accountNumberOf, cloudRows } from "./sweep-rows.ts";

/** An org that has something of everything, and how to call any route as it. */
export interface Tenant {
  /** Part of every name that the org has, and no other's. */
  readonly mark: string;
  readonly org: OrgFields;
  readonly client: Client;
  /** An admin key that nobody calls with. */
  readonly spareAdminKeyId: string;
  /** A finding of its first scan. */
  readonly findingId: string;
}

const WEAK_HOSTS = 3;

/**
 * Makes an org with all modules, seeds, a scan that found web apps and weaknesses, and then uses every route that adds to
 * an org or changes a part of it, so that whatever there is has been there. Needs the scripted scanners.
 */
export async function seedTenant(service: TestService, sweep: Sweep, mark: string): Promise<Tenant> {
  resetScript();
  script.hosts = Array.from({ length: WEAK_HOSTS }, (_, index) => `host${index}.${mark}.test`);
  script.webApps = new Set(script.hosts);
  const { org, client } = await newOrg(service, {
    domains: [`${mark}.test`, `other.${mark}.test`],
    modules: [...modules],
  });
  const { body: spare } = await client.post<{ id: string }>("/admin-keys", { name: `spare of ${mark}` });
  const scan = await scanNow(client, { force: true });
  const { body: findings } = await client.get<{ id: string }[]>("/org/findings?limit=1");
  const tenant = { mark, org, client, spareAdminKeyId: spare.id, findingId: findings[0]?.id ?? "" };
  const ownRoutes = sweep.routes.filter(({ endpoint }) => endpoint.auth === "org");
  const adding = ownRoutes.filter(
    ({ name }) => name.startsWith("POST") && !name.includes("{") && !name.endsWith("/scans"),
  );
  const changing = ownRoutes.filter(({ name }) => name.startsWith("PATCH"));
  for (const route of [...adding, ...changing]) {
    const answer = await callAs(service, sweep, tenant, route);
    if (answer.status >= 300) throw new Error(`${route.name} as a seed: ${answer.status} ${answer.text}`);
  }
  const { body: accounts } = await client.get<{ id: string }[]>("/org/cloud/accounts");
  const now = new Date();
  for (const { id } of accounts) await writeResults(org.id, id, scan.id, cloudRows(mark, scan.id, now), now);
  return tenant;
}

/** The keys that a route asks for. */
export function keysFor({ endpoint }: Route, { client }: Tenant): HeaderLines {
  const { master = "", admin = "", org = "" } = client.keys;
  const all = [
    ["X-Master-Key", master],
    ["X-Admin-Key", admin],
    ["X-Org-Key", org],
  ] as const;
  return all.slice(0, ["none", "master", "admin", "org"].indexOf(endpoint.auth));
}

/** A call of a route that ought to succeed: ids that exist, everything that is required, nothing else. */
export async function recipe(service: TestService, sweep: Sweep, tenant: Tenant, route: Route): Promise<RawRequest> {
  const body = requiredBody(sweep, tenant, route);
  const required = parametersOf(route, "query").filter(({ required }) => required);
  const query = new URLSearchParams();
  for (const { name, example, schema } of required) query.set(name, String(example ?? schema.example));
  const json = body === null ? [] : [["Content-Type", "application/json"] as const];
  return {
    method: route.endpoint.method,
    path: (await pathOf(service, sweep, tenant, route)) + (query.size > 0 ? `?${query}` : ""),
    headers: [...keysFor(route, tenant), ...json],
    body: body === null ? null : JSON.stringify(body),
  };
}

/** Calls a route by its recipe. */
export const callAs = async (service: TestService, sweep: Sweep, tenant: Tenant, route: Route): Promise<RawAnswer> =>
  exchange(service.baseUrl, await recipe(service, sweep, tenant, route));

/** Path of a route with an id of the tenant's in the place of each parameter. */
export async function pathOf(service: TestService, sweep: Sweep, tenant: Tenant, route: Route): Promise<string> {
  const [parameter, ...others] = parametersOf(route, "path");
  if (others.length > 0) throw new Error(`${route.name}: how to fill two parameters is not known`);
  if (!parameter) return route.endpoint.path;
  return pathWith(route, await parameterOf(service, sweep, tenant, route));
}

/** Path of a route with a value in the place of its parameter. */
export const pathWith = ({ endpoint }: Route, value: string): string =>
  endpoint.path.replace(/\{[^}]+\}/, encodeURIComponent(value));

/** Parameters that are no ids of what the list one level up holds, by the start of the path. */
const parameterRecipes: Readonly<Record<string, (service: TestService, tenant: Tenant) => string | Promise<string>>> = {
  "/orgs/": (_, { org }) => org.customer_id,
  "/admin-keys/": (_, { spareAdminKeyId }) => spareAdminKeyId,
  "/docs/assets/": async ({ baseUrl }) => {
    const page = await exchange(baseUrl, { method: "GET", path: "/docs", headers: [], body: null });
    return /assets\/([^"]+)/.exec(page.text)?.[1] ?? "";
  },
};

async function parameterOf(service: TestService, sweep: Sweep, tenant: Tenant, { endpoint }: Route): Promise<string> {
  const collection = endpoint.path.slice(0, endpoint.path.indexOf("{"));
  const special = parameterRecipes[collection];
  if (special) return special(service, tenant);
  const list = sweep.routes.find(({ name }) => name === `GET ${collection.slice(0, -1)}`);
  if (!list) throw new Error(`no list has the ids of ${endpoint.path}: give it a recipe`);
  const { json, status } = await callAs(service, sweep, tenant, list);
  const [first] = Array.isArray(json) ? json : [];
  if (typeof first?.id !== "string")
    throw new Error(`${list.name} answered ${status} without an id for ${endpoint.path}`);
  return first.id;
}

/** Bodies of which a part must be made for the occasion. */
const bodyRecipes: Readonly<Record<string, (tenant: Tenant) => Readonly<Record<string, unknown>>>> = {
  createOrg: ({ mark }) => ({ customer_id: `made-${mark}-${crypto.randomUUID()}` }),
  changeOrg: ({ mark }) => ({ customer_name: `Renamed ${mark} ${crypto.randomUUID()}` }),
  createScan: () => ({ force: true }),
  addDomains: ({ mark }) => ({ domains: [`added-${crypto.randomUUID()}.${mark}.test`] }),
  saveCloudAccount: ({ mark }) => ({ role_arn: `arn:aws:iam::${accountNumberOf(mark)}:role/PalisadeReadOnly` }),
  giveFeedback: () => ({ status: "accepted_risk", suppress_similar: true }),
  previewSuppression: ({ findingId }) => ({ finding_id: findingId }),
  changeDomain: ({ mark }) => ({ value: `changed-${crypto.randomUUID()}.${mark}.test` }),
};

/** A body with what is required; null for a route that takes none. */
export function requiredBody(sweep: Sweep, tenant: Tenant, route: Route): Readonly<Record<string, unknown>> | null {
  if (!route.body) return null;
  const required = new Set(Array.isArray(route.body.required) ? route.body.required : []);
  const fields = Object.entries(route.body.properties ?? {}).filter(([name]) => required.has(name));
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, exampleOf(sweep, schema)])),
    ...bodyRecipes[route.endpoint.operationId]?.(tenant),
  };
}

function exampleOf(sweep: Sweep, schema: DocumentSchema): unknown {
  const { example, enum: values } = { ...sweep.resolved(schema), ...schema };
  const value = example ?? (Array.isArray(values) ? values[0] : undefined);
  if (value === undefined) throw new Error(`a required field has no example: ${JSON.stringify(schema)}`);
  return value;
}

/** A route called so that it cannot change anything: it reads, or is refused at the last step for what does not exist or is not valid. */
export async function harmless(service: TestService, sweep: Sweep, tenant: Tenant, route: Route): Promise<RawRequest> {
  const call = await recipe(service, sweep, tenant, route);
  if (!isMutating(route)) return call;
  if (parametersOf(route, "path").length > 0) return { ...call, path: pathWith(route, crypto.randomUUID()) };
  if (route.body) return { ...call, body: "[]" };
  throw new Error(`${route.name} cannot be called without changing anything: give it a recipe`);
}
