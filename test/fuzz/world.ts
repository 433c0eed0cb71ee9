import { createAdminKey } from "../../functions/store/admin-keys.ts";
import { testCaller } from "../support/caller.ts";
import { newOrg } from "../support/client.ts";
import type { TestService } from "../support/service.ts";
import type { HeaderLines, RawAnswer, RawRequest } from "../support/sweep-http.ts";
import { isMutating, parametersOf, type Route, type Sweep } from "../support/sweep-routes.ts";
import { refill } from "../support/sweep-table.ts";
import { callAs, keysFor, seedTenant, type Tenant } from "../support/sweep-tenant.ts";
import type { Case } from "./cases.ts";
import { idMarks } from "./values.ts";

/** Who sends the requests, with which keys and about which ids. */

const TENANTS = 4;
const SPARE_ORGS = 6;
const SPARE_ADMIN_KEYS = 20;
/** Below the limit of 300 a minute, whatever else is sent with the same key. */
const REQUESTS_PER_ADMIN_KEY = 250;
const MASTER_REQUESTS_PER_REFILL = 50;

export class World {
  /** Orgs that requests change. */
  readonly tenants: readonly Tenant[];
  /** An org that reads, and of which nobody else may change anything. */
  readonly bystander: Tenant;
  readonly #service: TestService;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #adminKeys: readonly string[];
  /** Ids by the tenant's mark and the path of their list. */
  readonly #ids = new Map<string, readonly string[]>();
  #sent = 0;

  constructor(
    service: TestService,
    { routes }: Sweep,
    tenants: readonly Tenant[],
    bystander: Tenant,
    adminKeys: readonly string[],
  ) {
    this.#service = service;
    this.#routes = new Map(routes.map((route) => [route.name, route]));
    this.tenants = tenants;
    this.bystander = bystander;
    this.#adminKeys = adminKeys;
  }

  routeOf({ route }: Case): Route {
    const found = this.#routes.get(route);
    if (!found) throw new Error(`there is no route ${route}`);
    return found;
  }

  tenantOf(one: Case): Tenant {
    const readers = [...this.tenants, this.bystander];
    const asksForChange = one.method === null ? isMutating(this.routeOf(one)) : one.method !== "GET";
    const able = asksForChange ? this.tenants : readers;
    return able[one.tenant % able.length] ?? this.bystander;
  }

  /** The request that a case amounts to now. */
  async request(one: Case): Promise<RawRequest> {
    const { pick, segment, suffix, query, body } = one;
    const route = this.routeOf(one);
    const tenant = this.tenantOf(one);
    this.#sent += 1;
    if (this.#sent % MASTER_REQUESTS_PER_REFILL === 0) await refill("master", new Date());
    const collection = collectionOf(route);
    const ids = {
      [idMarks.own]: this.#pick(tenant, collection, pick),
      [idMarks.foreign]: this.#pick(tenant === this.bystander ? this.#first : this.bystander, collection, pick),
      [idMarks.missing]: "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
    };
    const withIds = (text: string) =>
      text.replace(/@(own|foreign|missing)-id@/g, (mark) => ids[mark as keyof typeof ids]);
    const path = route.endpoint.path.replace(/\{[^}]+\}/, withIds(segment).replaceAll("%40", "@"));
    return {
      method: one.method ?? route.endpoint.method,
      path: withIds(`${path}${suffix}${query ? `?${query}` : ""}`),
      headers: [...this.#keys(one, tenant), ...one.headers.map(([name, value]) => [name, withIds(value)] as const)],
      body: body === null ? null : withIds(body),
    };
  }

  /** Takes the ids out of an answer that lists them. */
  learn(one: Case, { status, json }: RawAnswer): void {
    const { endpoint } = this.routeOf(one);
    if (status !== 200 || endpoint.method !== "GET" || one.method !== null || one.keys === "foreign org") return;
    if (Array.isArray(json) && json.length > 0 && !SPARED.has(endpoint.path))
      this.#keep(this.tenantOf(one), endpoint.path, json);
  }

  /** Fills the lists of ids before the first request. */
  async look(sweep: Sweep): Promise<void> {
    for (const tenant of [...this.tenants, this.bystander])
      for (const route of sweep.routes.filter(
        (one) => one.endpoint.method === "GET" && parametersOf(one, "path").length === 0,
      )) {
        if (SPARED.has(route.endpoint.path)) continue;
        const { json } = await callAs(this.#service, sweep, tenant, route);
        if (Array.isArray(json)) this.#keep(tenant, route.endpoint.path, json);
      }
  }

  /** Gives every tenant the same ids of a list that is nobody's own. */
  share(collection: string, ids: readonly string[]): void {
    for (const tenant of [...this.tenants, this.bystander]) this.#ids.set(`${tenant.mark} ${collection}`, ids);
  }

  #keep({ mark }: Tenant, collection: string, rows: readonly { readonly id?: unknown }[]): void {
    this.#ids.set(
      `${mark} ${collection}`,
      rows.flatMap(({ id }) => (typeof id === "string" ? [id] : [])),
    );
  }

  #pick({ mark }: Tenant, collection: string, pick: number): string {
    const ids = this.#ids.get(`${mark} ${collection}`) ?? [];
    return ids[pick % Math.max(1, ids.length)] ?? crypto.randomUUID();
  }

  get #first(): Tenant {
    return this.tenants[0] ?? this.bystander;
  }

  #keys(one: Case, tenant: Tenant): HeaderLines {
    const admin = this.#adminKeys[Math.floor(this.#sent / REQUESTS_PER_ADMIN_KEY)];
    if (admin === undefined) throw new Error("more requests than there are admin keys for");
    const right = keysFor(this.routeOf(one), { ...tenant, client: tenant.client.with({ admin }) });
    const others = right.slice(0, -1);
    const [name, value] = right.at(-1) ?? ["X-Org-Key", "not needed"];
    switch (one.keys) {
      case "none":
        return right;
      case "absent":
        return others;
      case "empty":
        return [...others, [name, ""]];
      case "malformed":
        return [...others, [name, "nonsense"]];
      case "foreign org":
        return [...others, [name, name === "X-Org-Key" ? (this.#first.client.keys.org ?? "") : value]];
      case "twice":
        return [...right, [name, value]];
      default:
        return one.keys satisfies never;
    }
  }
}

/** Lists that hold what the requests themselves depend on, such as their admin keys: ids of others are shared instead. */
const SPARED = new Set(["/admin-keys", "/orgs", "/audit"]);

/** Path of the list whose ids stand in the path or the body of a route. */
const collectionOf = ({ endpoint }: Route): string => endpoint.path.split("/{")[0] ?? "";

/** Seeds the tenants and mints the admin keys that a number of requests needs. */
export async function makeWorld(service: TestService, sweep: Sweep, requests: number): Promise<World> {
  const tenants: Tenant[] = [];
  for (let index = 0; index < TENANTS; index += 1) tenants.push(await seedTenant(service, sweep, `fuzz${index}`));
  // The last of them may not use every module any more.
  const [last] = tenants.slice(-1);
  await last?.client.patch(`/orgs/${last.org.customer_id}`, { modules_enabled: ["easm"] });
  const bystander = await seedTenant(service, sweep, "bystander");
  const adminKeys: string[] = [];
  for (let count = 0; count <= requests / REQUESTS_PER_ADMIN_KEY + 1; count += 1)
    adminKeys.push((await createAdminKey(`fuzz ${count}`, testCaller())).admin_key);
  const world = new World(service, sweep, tenants, bystander, adminKeys);
  await world.look(sweep);
  const spareOrgs: string[] = [];
  for (let count = 0; count < SPARE_ORGS; count += 1) spareOrgs.push((await newOrg(service)).org.customer_id);
  world.share("/orgs", spareOrgs);
  const spareKeys: string[] = [];
  for (let count = 0; count < SPARE_ADMIN_KEYS; count += 1)
    spareKeys.push((await createAdminKey(`spare ${count}`, testCaller())).id);
  world.share("/admin-keys", spareKeys);
  const page = await fetch(`${service.baseUrl}/docs`).then((answer) => answer.text());
  world.share(
    "/docs/assets",
    [...page.matchAll(/assets\/([^"]+)/g)].map(([, file = ""]) => file),
  );
  return world;
}
