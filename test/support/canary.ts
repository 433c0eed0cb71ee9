import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { documentClient } from "../../functions/store/table.ts";
import { STAGE } from "../../local/http/router.ts";
import { strangerKey } from "./refusals.ts";
import { useService } from "./service.ts";
import { disguisesOf, spellingsOf } from "./spellings.ts";
import { exchange, type HeaderLines, type RawAnswer, type RawRequest } from "./sweep-http.ts";
import { loadSweep, parametersOf, type Route } from "./sweep-routes.ts";
import { allItems, refill } from "./sweep-table.ts";
import { keysFor, pathWith, recipe, seedTenant, type Tenant } from "./sweep-tenant.ts";

/** Everything that the process prints, also past the logger. */
function captured(): { text(): string; restore(): void } {
  const parts: string[] = [];
  const keep = (...texts: unknown[]) => void parts.push(...texts.map(String));
  const spies = [
    ...(["stdout", "stderr"] as const).map((name) =>
      vi.spyOn(process[name], "write").mockImplementation((text) => {
        keep(text);
        return true;
      }),
    ),
    ...(["log", "info", "warn", "error", "debug", "trace", "dir"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(keep),
    ),
  ];
  return {
    text: () => parts.join("\n"),
    restore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

/** Store requests of API calls from the given one on that go wrong, with a text in whatever they say. */
interface Fault {
  readonly from: number;
  readonly text: string;
}
let fault: Fault | null = null;
let storeRequests = 0;
const serving = new AsyncLocalStorage<IncomingMessage>();

function installFaults(): void {
  subscribe("http.server.request.start", (message) =>
    serving.enterWith((message as { readonly request: IncomingMessage }).request),
  );
  documentClient.middlewareStack.add(
    (next) => async (args) => {
      const isOfCall = serving.getStore()?.url?.startsWith(`/${STAGE}/`);
      if (!fault || !isOfCall || storeRequests++ < fault.from) return next(args);
      const { text } = fault;
      throw Object.assign(new Error(text, { cause: new AggregateError([new Error(text)], text) }), {
        $metadata: { requestId: text, [text]: [text] },
        Authorization: text,
      });
    },
    { step: "initialize" },
  );
}

const MARKER = "harmless-marker";
/** How many of the store requests of a call are let fail, one after the other. */
const FAULTS = 5;

/** A value for a header, with what must be escaped almost anywhere; no two have a word of 8 letters in common. */
const canary = (): string => `canary "%41\\+/=&~'*${crypto.randomUUID()}"`;

/**
 * Tests that plant canaries wherever a caller can, right and wrong, and in what the store complains of, and look for
 * them in everything that is printed and stored.
 */
export function plantsCanaries(options: { readonly debug: boolean }): void {
  const service = useService(options);
  /** Spellings by secret; of a key it is the part behind its public prefix. */
  const planted = new Map<string, readonly string[]>();
  const plant = (value: string): string => {
    const secret = value.startsWith("pal_") ? value.slice(-49) : value;
    planted.set(secret, [...new Set(spellingsOf(secret))]);
    return value;
  };
  let sweep: Awaited<ReturnType<typeof loadSweep>>;
  let tenant: Tenant;
  let adminKeyId = "";
  let output: ReturnType<typeof captured> | undefined;
  let faults = 0;
  /** What those whose key was out of its place were answered. */
  const answers: string[] = [];

  beforeAll(async () => {
    sweep = await loadSweep();
    tenant = await seedTenant(service(), sweep, "canary");
    const { admin = "", org = "", master = "" } = tenant.client.keys;
    for (const key of [admin, org, master]) plant(key);
    const { body: keys } = await tenant.client.get<{ id: string; key_prefix: string }[]>("/admin-keys");
    adminKeyId = keys.find(({ key_prefix }) => admin.startsWith(key_prefix))?.id ?? "";
    installFaults();
    output = captured();
  });
  afterAll(() => output?.restore());

  const send = (request: RawRequest): Promise<RawAnswer> => exchange(service().baseUrl, request);

  /** Headers that nobody asked for; the last of one name counts, so that the right keys stay right. */
  const strayHeaders = (): HeaderLines => [
    ...["Authorization", "Proxy-Authorization"].map((name) => [name, `Bearer ${plant(canary())}`] as const),
    ["Cookie", `session=${plant(canary())}`],
    ...["User-Agent", "X-Forwarded-For", "X-Api-Key", "Referer"].map((name) => [name, plant(canary())] as const),
  ];

  /** The key headers that a route does not ask for. */
  const unneededKeys = (route: Route): HeaderLines => {
    const needed = keysFor(route, tenant).map(([name]) => name);
    const names = ["X-Master-Key", "X-Admin-Key", "X-Org-Key"].filter((name) => !needed.includes(name));
    return names.map((name) => [name, plant(canary())] as const);
  };

  async function sendAll(route: Route): Promise<void> {
    const call = await recipe(service(), sweep, tenant, route);
    const needed = keysFor(route, tenant);
    const rest = call.headers.filter(([name]) => !needed.some(([one]) => one === name));
    for (const [index, [name]] of needed.entries())
      for (const wrong of [canary(), strangerKey(name === "X-Org-Key" ? "org" : "adm"), `${canary()}\u00e4`])
        await send({ ...call, headers: [...needed.with(index, [name, plant(wrong)]), ...rest, ...strayHeaders()] });

    const key = () => plant(strangerKey("org"));
    const refused: RawRequest[] = [];
    const query = (name: string) => `${call.path}${call.path.includes("?") ? "&" : "?"}${name}=${key()}`;
    for (const { name } of [...parametersOf(route, "query"), { name: "unknown" }])
      refused.push({ ...call, path: query(name) });
    for (const { name } of parametersOf(route, "header"))
      if (name === "Idempotency-Key") refused.push({ ...call, headers: [...call.headers, [name, key()]] });
    if (parametersOf(route, "path").length > 0) refused.push({ ...call, path: pathWith(route, key()) });
    const fields = Object.keys(route.body?.properties ?? {});
    for (const name of fields) {
      const body = JSON.parse(String(call.body ?? "{}"));
      for (const value of [key(), [key()], { [key()]: key() }])
        refused.push({ ...call, body: JSON.stringify({ ...body, [name]: value }) });
    }
    for (const one of refused) {
      const { status, text } = await send(one);
      answers.push(text);
      if (route.endpoint.auth === "none") continue;
      // A module that is not enabled is judged before.
      const reason = status === 403 ? "is not enabled" : "holds a key";
      expect([route.name, [403, 422], text]).toEqual([
        route.name,
        expect.arrayContaining([status]),
        expect.stringContaining(reason),
      ]);
    }
    // Types of content that are none, and bodies that are no JSON.
    if (route.body) {
      const lines = call.headers.filter(([name]) => name !== "Content-Type");
      await send({ ...call, headers: [...lines, ["Content-Type", plant(canary())]] });
      await send({ ...call, body: `{"${key()}` });
    }
  }

  async function failAll(route: Route): Promise<void> {
    for (let from = 0; from < FAULTS; from += 1) {
      const call = await recipe(service(), sweep, tenant, route);
      const headers = [...call.headers, ...strayHeaders().slice(0, 3), ...unneededKeys(route)];
      const secrets = headers.filter(([name]) => /^x-.*-key$|authorization|cookie/i.test(name));
      const disguised = secrets.map(([, value]) => {
        const disguises = disguisesOf(value);
        return disguises[faults++ % disguises.length];
      });
      storeRequests = 0;
      fault = { from, text: `${MARKER} ${disguised.join(" ")}` };
      try {
        await send({ ...call, headers });
      } finally {
        fault = null;
      }
    }
  }

  const found = (text: string): string[] => [...planted.values()].flat().filter((spelling) => text.includes(spelling));

  test("nothing that is printed holds one of them", async () => {
    for (const route of sweep.routes) {
      await refill("master", new Date());
      await refill(adminKeyId, new Date());
      await sendAll(route);
      await refill(adminKeyId, new Date());
      if (!/^DELETE|rotate-key/.test(route.name)) await failAll(route);
    }
    const text = output?.text() ?? "";
    expect(planted.size).toBeGreaterThan(sweep.routes.length * 10);
    expect(text.split(MARKER).length).toBeGreaterThan(sweep.routes.length);
    expect(text.includes('"level":"DEBUG"')).toBe(options.debug);
    expect(found(text)).toEqual([]);
    expect(found(answers.join("\n"))).toEqual([]);
    for (const line of text.split("\n").filter((one) => one !== "")) expect(JSON.parse(line)).toHaveProperty("service");
  });

  test("nothing that is stored does", async () => {
    expect(found((await allItems()).map((item) => JSON.stringify(item)).join("\n"))).toEqual([]);
  });

  test("they would be found", async () => {
    const [secret = ""] = planted.keys();
    for (const disguise of disguisesOf(secret)) expect(found(`a ${disguise} b`)).not.toEqual([]);
    process.stdout.write(`${secret}\n`);
    expect(found(output?.text() ?? "")).not.toEqual([]);
  });
}
