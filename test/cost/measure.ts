import { type ScanBody, until } from "../support/scans.ts";
import { closeGate } from "../support/scripted-scanners.ts";
import type { TestService } from "../support/service.ts";
import { startSts } from "../support/sts.ts";
import { checkedExchange } from "../support/sweep-http.ts";
import { type Metered, metered } from "../support/sweep-meter.ts";
import type { Route, Sweep } from "../support/sweep-routes.ts";
import { storeFindings } from "../support/sweep-rows.ts";
import { recipe, seedTenant, type Tenant } from "../support/sweep-tenant.ts";

/** What each endpoint asks of DynamoDB, for orgs of several sizes. */

/** Findings of an org. The small one fills a page, so that what costs the same for both is bounded by the page. */
export const sizes = { small: 100, large: 10_000 } as const;

/** Calls that are looked at besides the plain one of each route, by their queries. */
const variants: Readonly<Record<string, readonly string[]>> = {
  "GET /org/findings": ["limit=20", "offset=80&limit=20", "severity=critical", "severity=low"],
  "GET /org/tasks": ["priority=urgent"],
  "GET /org/activity": ["action=scan.failed", "outcome=denied", "outcome=ok"],
};

interface Call {
  readonly name: string;
  readonly route: Route;
  readonly query: string;
}

const callsOf = ({ routes }: Sweep): readonly Call[] =>
  routes.flatMap((route) =>
    ["", ...(variants[route.name] ?? [])].map((query) => ({
      name: query ? `${route.name}?${query}` : route.name,
      route,
      query,
    })),
  );

/** Names of all calls, in the order of the table. */
export const callNames = (sweep: Sweep): readonly string[] => callsOf(sweep).map(({ name }) => name);

/** What reads comes first, then the scan and its end, and last what takes something away. */
function order({ route: { name } }: Call): number {
  if (name.startsWith("GET")) return 0;
  if (name === "POST /org/scans") return 1;
  if (name.endsWith("/rotate-key")) return 4;
  return name.startsWith("DELETE") ? 3 : 2;
}

/** Costs by the name of the call, one for each of the sizes. Needs the scripted scanners. */
export async function measure(
  service: TestService,
  sweep: Sweep,
  findings: readonly number[],
): Promise<ReadonlyMap<string, readonly Metered[]>> {
  const sts = await startSts();
  const tenants: Tenant[] = [];
  // As many orgs for one size as for two: lists of the whole deployment are as long then.
  for (const count of Object.values(sizes)) {
    const tenant = await seedTenant(service, sweep, `size${count}`);
    if (!findings.includes(count)) continue;
    await storeFindings(tenant.org.id, count);
    tenants.push(tenant);
  }
  const costs = new Map<string, readonly Metered[]>();
  // One call at a time for all orgs, for the same reason.
  for (const call of callsOf(sweep).toSorted((one, other) => order(one) - order(other))) {
    const ofOrgs: Metered[] = [];
    for (const tenant of tenants) ofOrgs.push(await costOf(service, sweep, tenant, call));
    costs.set(call.name, ofOrgs);
  }
  await sts.stop();
  return costs;
}

async function costOf(service: TestService, sweep: Sweep, tenant: Tenant, { route, query }: Call): Promise<Metered> {
  const asked = await recipe(service, sweep, tenant, route);
  const path = query ? `${asked.path}${asked.path.includes("?") ? "&" : "?"}${query}` : asked.path;
  const call = () =>
    metered(async () => {
      const { status, text } = await checkedExchange(sweep.contract, service.baseUrl, { ...asked, path });
      if (status >= 300) throw new Error(`${route.name}: ${status} ${text}`);
    });
  return route.name === "POST /org/scans" ? withoutItsScan(tenant, call) : call();
}

/** Starts a scan and has it cancelled in its first stage, so that it says nothing of the findings. */
async function withoutItsScan(tenant: Tenant, start: () => Promise<Metered>): Promise<Metered> {
  const gate = closeGate();
  const cost = await start();
  const [scan] = await scanIs(tenant, "running");
  await tenant.client.post(`/org/scans/${scan?.id}/stop`);
  gate.open();
  await scanIs(tenant, "cancelled");
  return cost;
}

const scanIs = ({ client }: Tenant, status: string) =>
  until(
    async () => (await client.get<ScanBody[]>("/org/scans?limit=1")).body,
    ([scan]) => scan?.status === status,
  );

/** Cells of a row of the table: a value for each size, once where it is the same. */
export const cellsOf = (costs: readonly Metered[]): readonly string[] =>
  [
    costs.map(({ requests }) => spelled(requests)),
    costs.map(({ roundTrips }) => String(roundTrips)),
    costs.map(({ readUnits }) => String(readUnits)),
    costs.map(({ writeUnits }) => String(writeUnits)),
  ].map((values) => [...new Set(values)].join(ARROW));

const ARROW = " → ";

/** Does a row of the table say that the call costs more where there are more findings? */
export const grows = (cells: readonly string[]): boolean => cells.some((cell) => cell.includes(ARROW));

/** What a row of the table says of the smaller size. */
export const ofSmall = (cells: readonly string[]): readonly string[] => cells.map((cell) => cell.split(ARROW)[0] ?? "");

/** Requests in their order, one after the other of the same kind as one. */
function spelled(requests: readonly string[]): string {
  const runs: { readonly name: string; count: number }[] = [];
  for (const name of requests) {
    const last = runs.at(-1);
    if (last?.name === name) last.count += 1;
    else runs.push({ name, count: 1 });
  }
  return runs.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(", ") || "none";
}
