import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { DataFolder } from "../data-folder.ts";
import { type Api, ApiRefusal, headersOf } from "./api.ts";

/** The demonstration's customer, ready to call. */
export interface Account {
  readonly api: Api;
  /** True when its keys were made just now: the only time they may be shown. */
  readonly fresh: boolean;
}

/** Keys are shown once, at creation, so the demonstration must keep its own. */
export const KEYS_FILE = "demo.json";
/** The same as a configuration file of curl, so that no key stands in a command line. */
export const CURL_FILE = "demo.curl";

const kept = z.object({ admin_key: z.string(), org_keys: z.record(z.string(), z.string()) });
type Kept = z.infer<typeof kept>;

const orgShape = z.looseObject({ customer_id: z.string() });
const adminCreated = z.looseObject({ admin_key: z.string() });
const orgCreated = z.looseObject({ org_api_key: z.string() });
const domainList = z.array(z.looseObject({ value: z.string() }));

/**
 * Signs in as a customer that has the given domains among its own: the one of an earlier start while its keys still
 * work, else a new one.
 */
export async function openAccount(
  master: Api,
  folder: DataFolder,
  customerId: string,
  domains: readonly string[],
): Promise<Account> {
  const earlier = readKept(folder);
  const known = await signIn(master, earlier, customerId);
  const account = known ? { api: known, fresh: false } : await createAccount(master, folder, customerId, domains);
  await addMissing(account.api, domains);
  const lines = Object.entries(headersOf(account.api.keys)).map(([name, key]) => `header = "${name}: ${key}"`);
  folder.write(CURL_FILE, `${lines.join("\n")}\n`);
  return account;
}

function readKept(folder: DataFolder): Kept | null {
  try {
    return kept.parse(JSON.parse(folder.read(KEYS_FILE) ?? "null"));
  } catch {
    // A file that cannot be read is worth as much as none: new keys are made.
    return null;
  }
}

async function signIn(master: Api, keys: Kept | null, customerId: string): Promise<Api | null> {
  const org = keys?.org_keys[customerId];
  if (!keys || !org) return null;
  const api = master.with({ admin: keys.admin_key, org });
  try {
    await api.get("/org", orgShape);
    return api;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) return null;
    throw error;
  }
}

async function createAccount(
  master: Api,
  folder: DataFolder,
  customerId: string,
  domains: readonly string[],
): Promise<Account> {
  const { admin_key } = await master.post("/admin-keys", { name: "npm start" }, adminCreated);
  const admin = master.with({ admin: admin_key });
  const { org_api_key } = await createOrg(admin, customerId, domains);
  const keys: Kept = { admin_key, org_keys: { ...readKept(folder)?.org_keys, [customerId]: org_api_key } };
  folder.write(KEYS_FILE, `${JSON.stringify(keys, null, 2)}\n`);
  return { api: admin.with({ org: org_api_key }), fresh: true };
}

/** Takes another customer_id when the keys of the one that exists are lost. */
async function createOrg(admin: Api, customerId: string, domains: readonly string[]) {
  const body = { customer_id: customerId, customer_name: "Demonstration", domains };
  try {
    return await admin.post("/orgs", body, orgCreated);
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 409)) throw error;
    return admin.post("/orgs", { ...body, customer_id: `${customerId}-${randomBytes(4).toString("hex")}` }, orgCreated);
  }
}

async function addMissing(api: Api, domains: readonly string[]): Promise<void> {
  const present = new Set((await api.get("/org/domains", domainList)).map(({ value }) => value));
  const missing = domains.filter((domain) => !present.has(domain));
  if (missing.length > 0) await api.post("/org/domains", { domains: missing }, domainList);
}
