import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { KEY_ENTROPY_BYTES, type KeyKind, mintKey } from "../../functions/domain/keys.ts";
import { newOrg, type OrgFields } from "../support/client.ts";
import { strangerKey } from "../support/refusals.ts";
import { useService } from "../support/service.ts";
import { checkedExchange, type HeaderLines, type RawAnswer, type RawRequest } from "../support/sweep-http.ts";
import { isMutating, loadSweep, parametersOf, type Route } from "../support/sweep-routes.ts";
import { auditRowsAfter, exhaust, storedItems } from "../support/sweep-table.ts";
import { harmless, pathWith, recipe, seedTenant, type Tenant } from "../support/sweep-tenant.ts";

vi.mock("../../functions/scanners/registry.ts", () => import("../support/scripted-scanners.ts"));

/** Every route against every way in which each of the three keys can be wrong, alone and together with other faults. */

const service = useService();
const sweep = await loadSweep();
const names = ["X-Master-Key", "X-Admin-Key", "X-Org-Key"] as const;
type KeyHeader = (typeof names)[number];
const neededBy = ({ endpoint }: Route): readonly KeyHeader[] =>
  names.slice(0, ["none", "master", "admin", "org"].indexOf(endpoint.auth));

/** Keys that must not open anything any more, or never did. */
interface BadKeys {
  readonly revokedAdmin: string;
  readonly exhaustedAdmin: string;
  readonly rotatedOrg: string;
  readonly inactiveOrg: string;
  /** A good key of an org that has easm alone. */
  readonly otherOrg: string;
}

let tenant: Tenant;
let bad: BadKeys;
let lastAudit = "";
let cases = 0;

/** Each route has a minute of its own, and refusals for the rate theirs: no count of one test is in the way of another. */
const start = new Date();
const minuteOf = (route: Route): Date => new Date(start.getTime() + (sweep.routes.indexOf(route) + 1) * 60_000);
const exhaustedMinute = new Date(start.getTime() + 86_400_000);

beforeAll(async () => {
  tenant = await seedTenant(service(), sweep, "alpha");
  const { client } = tenant;
  const revoked = await client.post<{ id: string; admin_key: string }>("/admin-keys", { name: "revoked" });
  await client.delete(`/admin-keys/${revoked.body.id}`);
  const exhausted = await client.post<{ id: string; admin_key: string }>("/admin-keys", { name: "exhausted" });
  const rotated = await newOrg(service());
  await rotated.client.post<OrgFields>(`/orgs/${rotated.org.customer_id}/rotate-key`);
  const inactive = await newOrg(service());
  await inactive.client.patch(`/orgs/${inactive.org.customer_id}`, { is_active: false });
  const other = await newOrg(service(), { modules: ["easm"] });
  bad = {
    revokedAdmin: revoked.body.admin_key,
    exhaustedAdmin: exhausted.body.admin_key,
    rotatedOrg: rotated.org.org_api_key,
    inactiveOrg: inactive.org.org_api_key,
    otherOrg: other.org.org_api_key,
  };
  await exhaust(exhausted.body.id, exhaustedMinute);
  await exhaust("master", exhaustedMinute);
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
  console.info(`${cases} refusals over ${sweep.routes.length} routes`);
});

/** A request with its body not yet made to text, so that several faults can be put into one. */
interface Probe {
  readonly route: Route;
  readonly path: string;
  readonly headers: HeaderLines;
  /** Undefined: none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly rawBody?: string;
  readonly isUnconfigured?: boolean;
  readonly isExhausted?: boolean;
}

const probeOf = (route: Route, call: RawRequest): Probe => ({
  route,
  path: call.path,
  headers: call.headers,
  body: typeof call.body === "string" ? JSON.parse(call.body) : undefined,
});

const withHeader = (probe: Probe, name: KeyHeader, ...values: readonly string[]): Probe => ({
  ...probe,
  headers: [...probe.headers.filter(([one]) => one !== name), ...values.map((value) => [name, value] as const)],
});

const headerOf = ({ headers }: Probe, name: KeyHeader): string => headers.findLast(([one]) => one === name)?.[1] ?? "";

interface Judged {
  readonly answer: RawAnswer;
  readonly audited: readonly number[];
}

async function send(probe: Probe): Promise<Judged> {
  const { route, path, headers, body, rawBody } = probe;
  vi.setSystemTime(probe.isExhausted ? exhaustedMinute : minuteOf(route));
  const text = rawBody ?? (body === undefined ? null : JSON.stringify(body));
  const request = { method: route.endpoint.method, path, headers, body: text };
  const act = () => checkedExchange(sweep.contract, service().baseUrl, request);
  const answer = await (probe.isUnconfigured ? service().withoutMasterKey(act) : act());
  const rows = isMutating(route) ? await auditRowsAfter(lastAudit) : [];
  lastAudit = rows.at(-1)?.id ?? lastAudit;
  return { answer, audited: rows.map(({ status }) => status) };
}

/** Audit rows that a refusal leaves: one where the call may change something and its master key was right. */
function auditOf(probe: Probe, status: number): readonly number[] {
  const isRight = !probe.isUnconfigured && headerOf(probe, "X-Master-Key") === service().masterKey;
  return isMutating(probe.route) && isRight ? [status] : [];
}

/** Sends a probe; says what is wrong with its answer, or null. */
async function judge(name: string, probe: Probe, status: number, detail: string | RegExp): Promise<string | null> {
  cases += 1;
  const { answer, audited } = await send(probe);
  const given = (answer.json as { readonly detail?: string } | undefined)?.detail ?? "";
  const isExpected = typeof detail === "string" ? given === detail : detail.test(given);
  if (answer.status !== status || !isExpected)
    return `${name}: expected ${status} ${detail}, got ${answer.status} ${answer.text.slice(0, 200)}`;
  const expected = auditOf(probe, status);
  return expected.join() === audited.join() ? null : `${name}: audit rows [${audited}], expected [${expected}]`;
}

const invalid = {
  "X-Master-Key": "Invalid master key",
  "X-Admin-Key": "Invalid admin key",
  "X-Org-Key": "Invalid org key",
};
const kindOf = { "X-Master-Key": "adm", "X-Admin-Key": "adm", "X-Org-Key": "org" } as const satisfies Record<
  KeyHeader,
  KeyKind
>;

/** Wrong values of a key header: each with what it is, its lines, and whether a key in it stops the call with 422 or 401. */
function wrongValues(
  name: KeyHeader,
  right: string,
): readonly (readonly [what: string, status: 401 | 422, ...lines: string[]])[] {
  const kind = kindOf[name];
  const ofBoth = [
    ["absent", 422],
    ["empty", 422, ""],
    ["malformed", 401, "nonsense"],
    ["unknown", 401, strangerKey(kind)],
    ["of the other kind", 401, strangerKey(kind === "adm" ? "org" : "adm")],
    ["cut short", 401, right.slice(0, -1)],
    ["with more after it", 401, `${right}0`],
    ["in capitals", 401, right.toUpperCase()],
    ["not ASCII", 401, "pal_\u00e4\u00f6\u00fc"],
    ["long", 401, "k".repeat(4000)],
    ["given twice, both right", 422, right, right],
    ["given twice, the first right", 422, right, "nonsense"],
    ["given twice, the last right", 422, "nonsense", right],
    ["two in one line", 401, `${right}, ${right}`],
  ] as const;
  const ownAlone = {
    "X-Master-Key": [["an admin key", 401, tenant.client.keys.admin ?? ""]],
    "X-Admin-Key": [
      ["of the right prefix, with another secret", 401, otherSecret(right)],
      ["of the right prefix, with a wrong checksum", 401, wrongChecksum(right)],
      ["revoked", 401, bad.revokedAdmin],
      ["the master key", 401, service().masterKey],
    ],
    "X-Org-Key": [
      ["of the right prefix, with another secret", 401, otherSecret(right)],
      ["of the right prefix, with a wrong checksum", 401, wrongChecksum(right)],
      ["replaced by another", 401, bad.rotatedOrg],
      ["of an inactive org", 401, bad.inactiveOrg],
      ["the master key", 401, service().masterKey],
    ],
  } as const;
  return [...ofBoth, ...ownAlone[name]];
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A well-formed key of the same prefix, whose secret is not the one that was given out. */
function otherSecret(key: string): string {
  const [, kind = "", prefix = ""] = key.split("_");
  const number = [...prefix].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n);
  const entropy = Buffer.alloc(KEY_ENTROPY_BYTES, 7);
  entropy.writeBigUInt64BE(number);
  return mintKey(kind as KeyKind, entropy).key;
}

const wrongChecksum = (key: string): string => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");

describe("a key that is wrong", () => {
  test.each(sweep.routes.map((route) => [route.name, route] as const))("%s", async (_, route) => {
    const needed = neededBy(route);
    const valid = probeOf(route, await recipe(service(), sweep, tenant, route));
    const idle = probeOf(route, await harmless(service(), sweep, tenant, route));
    lastAudit = (await auditRowsAfter("")).at(-1)?.id ?? "";
    const before = await storedItems();
    const unharmed = (await send(idle)).answer;
    const problems: (string | null)[] = [];
    for (const name of names) {
      const right =
        (name === "X-Master-Key"
          ? service().masterKey
          : tenant.client.keys[name === "X-Admin-Key" ? "admin" : "org"]) ?? "";
      for (const [what, status, ...lines] of wrongValues(name, right)) {
        const title = `${name} ${what}`;
        if (needed.includes(name)) {
          const detail =
            status === 401
              ? invalid[name]
              : lines.length > 1
                ? `Header given more than once: ${name}`
                : `Missing required header: ${name}`;
          problems.push(await judge(title, withHeader(valid, name, ...lines), status, detail));
        } else {
          cases += 1;
          const { answer } = await send(withHeader(idle, name, ...lines));
          const isSame = answer.status === unharmed.status && answer.text === unharmed.text;
          problems.push(
            isSame ? null : `${title} is not needed, and yet: ${answer.status} ${answer.text.slice(0, 200)}`,
          );
        }
      }
    }
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(await storedItems()).toEqual(before);
  });
});

interface Fault {
  readonly name: string;
  readonly status: number;
  readonly detail: string | RegExp;
  readonly put: (probe: Probe) => Probe;
}

/** The faults that a request of the route can have, in the order in which they are to be found. */
function faultsOf(route: Route, unknown: string): readonly Fault[] {
  const { endpoint, body } = route;
  const needed = neededBy(route);
  const [first] = needed;
  const last = needed.at(-1);
  const stop = (name: string, status: number, detail: string | RegExp, put: Fault["put"]): Fault => ({
    name,
    status,
    detail,
    put,
  });
  const faults: Fault[] = [];
  if (first && last)
    faults.push(
      stop("a header is missing", 422, `Missing required header: ${last}`, (probe) => withHeader(probe, last)),
      stop("a header is there twice", 422, `Header given more than once: ${first}`, (probe) =>
        withHeader(probe, first, headerOf(probe, first), headerOf(probe, first)),
      ),
      stop("no master key is configured", 503, "Master key not configured", (probe) => ({
        ...probe,
        isUnconfigured: true,
      })),
      stop("wrong master key", 401, invalid["X-Master-Key"], (probe) => withHeader(probe, "X-Master-Key", "wrong")),
    );
  if (needed.includes("X-Admin-Key"))
    faults.push(
      stop("wrong admin key", 401, invalid["X-Admin-Key"], (probe) =>
        withHeader(probe, "X-Admin-Key", strangerKey("adm")),
      ),
    );
  if (first)
    faults.push(
      stop("too many requests", 429, "Rate limit exceeded: 300 requests per minute", (probe) => {
        const exhausted = { ...probe, isExhausted: true };
        return needed.includes("X-Admin-Key") ? withHeader(exhausted, "X-Admin-Key", bad.exhaustedAdmin) : exhausted;
      }),
    );
  if (needed.includes("X-Org-Key"))
    faults.push(
      stop("wrong org key", 401, invalid["X-Org-Key"], (probe) => withHeader(probe, "X-Org-Key", strangerKey("org"))),
    );
  if (body)
    faults.push(stop("unreadable body", 422, "Body is not valid JSON", (probe) => ({ ...probe, rawBody: "{" })));
  const module = endpoint.module?.({ module: "dast" });
  if (typeof module === "string")
    faults.push(
      stop("a module that is not enabled", 403, `Module "${module}" is not enabled for this org`, (probe) => ({
        ...withHeader(probe, "X-Org-Key", bad.otherOrg),
        body: body ? { ...probe.body, module } : undefined,
      })),
    );
  const invalidField = invalidating(route);
  if (invalidField) faults.push(invalidField);
  if (parametersOf(route, "path").length > 0)
    faults.push(
      stop("an id that does not exist", 404, / not found$/i, (probe) => ({ ...probe, path: pathWith(route, unknown) })),
    );
  return faults;
}

/** A parameter or field that is not valid: an id that is none, a limit that is too small, a field of another type. */
function invalidating(route: Route): Fault | null {
  const refused = (field: string, put: Fault["put"]): Fault => ({
    name: `invalid ${field}`,
    status: 422,
    detail: new RegExp(`^${field}: .`),
    put,
  });
  const [parameter] = parametersOf(route, "path");
  const value =
    parameter?.schema.format === "uuid"
      ? "nonsense"
      : parameter?.schema.maxLength === undefined
        ? null
        : "x".repeat(300);
  if (parameter && value !== null)
    return refused(parameter.name, (probe) => ({ ...probe, path: pathWith(route, value) }));
  const limit = parametersOf(route, "query").find(
    ({ schema }) => schema.minimum !== undefined || schema.enum !== undefined,
  );
  if (limit)
    return refused(limit.name, (probe) => ({
      ...probe,
      path: `${probe.path}${probe.path.includes("?") ? "&" : "?"}${limit.name}=-1`,
    }));
  const [field] = Object.keys(route.body?.properties ?? {});
  return field === undefined
    ? null
    : refused(field, (probe) => ({ ...probe, body: { ...probe.body, [field]: { wrong: true } } }));
}

describe("faults together: the first in order is answered", () => {
  test.each(sweep.routes.map((route) => [route.name, route] as const))("%s", async (_, route) => {
    const valid = probeOf(route, await recipe(service(), sweep, tenant, route));
    const faults = faultsOf(route, crypto.randomUUID());
    lastAudit = (await auditRowsAfter("")).at(-1)?.id ?? "";
    const before = await storedItems();
    const problems: (string | null)[] = [];
    for (const together of combinations(faults)) {
      const [first] = together;
      if (!first) continue;
      const probe = together.reduceRight((faulty, { put }) => put(faulty), valid);
      problems.push(await judge(together.map(({ name }) => name).join(" + "), probe, first.status, first.detail));
    }
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    expect(await storedItems()).toEqual(before);
  });

  /** Each fault alone, each two, and each with all that come after it. */
  const combinations = (faults: readonly Fault[]): readonly (readonly Fault[])[] =>
    faults.flatMap((fault, index) => {
      const rest = faults.slice(index + 1);
      return [[fault], ...rest.map((other) => [fault, other]), ...(rest.length > 1 ? [[fault, ...rest]] : [])];
    });
});

test("what a good org key opens is its own org's alone", async () => {
  const problems: (string | null)[] = [];
  for (const route of sweep.routes.filter(
    (one) => one.endpoint.auth === "org" && parametersOf(one, "path").length > 0,
  )) {
    const valid = probeOf(route, await recipe(service(), sweep, tenant, route));
    const status = typeof route.endpoint.module?.({}) === "string" ? 403 : 404;
    lastAudit = (await auditRowsAfter("")).at(-1)?.id ?? "";
    problems.push(await judge(route.name, withHeader(valid, "X-Org-Key", bad.otherOrg), status, /./));
  }
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

test("enough was tried", () => {
  const least = names.length * 14 * sweep.routes.length;
  expect(cases).toBeGreaterThan(least);
});

test("every route has a recipe that passes all checks", async () => {
  vi.setSystemTime(start);
  const own = await seedTenant(service(), sweep, "bravo");
  // What takes something away comes after what needs it, and the org's key is the last that goes.
  const harm = ({ name }: Route) => Number(name.startsWith("DELETE")) + 2 * Number(name.endsWith("/rotate-key"));
  const refused: string[] = [];
  for (const route of sweep.routes.toSorted((one, other) => harm(one) - harm(other))) {
    vi.setSystemTime(minuteOf(route));
    const call = await recipe(service(), sweep, own, route);
    const { status, text } = await checkedExchange(sweep.contract, service().baseUrl, call);
    if ([401, 403, 404, 422, 500].includes(status)) refused.push(`${route.name}: ${status} ${text}`);
  }
  expect(refused).toEqual([]);
});
