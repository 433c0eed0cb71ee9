import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { type Caller, refusal, Unexpected } from "./caller.ts";
import type { Report } from "./report.ts";

const adminKey = z.looseObject({ id: z.uuid(), name: z.string(), active: z.boolean() });
const minted = adminKey.extend({ admin_key: z.string() });
const org = z.looseObject({ customer_id: z.string(), customer_name: z.string(), is_active: z.boolean() });
const orgWithKey = org.extend({ org_api_key: z.string() });
const list = z.array(z.unknown());

/** What a run has made, or may have made without hearing of it. */
interface Made {
  /** Of the admin key and the org: nobody else has it. */
  readonly name: string;
  isKeyAsked: boolean;
  isOrgAsked: boolean;
  keyId?: string;
  admin?: Caller;
  /** With all three keys. */
  caller?: Caller;
}

/**
 * Checks an org's life with an org and an admin key of its own. Whatever happens, the org is locked out and the key revoked
 * in the end; neither can be deleted.
 */
export async function checkTenant(master: Caller, report: Report): Promise<void> {
  const made: Made = { name: `smoke-${randomBytes(8).toString("hex")}`, isKeyAsked: false, isOrgAsked: false };
  try {
    await useTenant(master, made, report);
  } finally {
    await cleanUp(master, made, report);
  }
}

async function useTenant(master: Caller, made: Made, report: Report): Promise<void> {
  const { name } = made;
  const domain = `${name}.invalid`;
  const path = `/orgs/${name}`;

  const key = await report.check("mint an admin key", () => {
    made.isKeyAsked = true;
    return master.call("POST", "/admin-keys", 201, minted, { name });
  });
  if (!key) return;
  made.keyId = key.id;
  const admin = master.with({ admin: key.admin_key });
  made.admin = admin;
  await report.check("the key is in the list, without its secret", () =>
    listed(master, "/admin-keys?limit=500", adminKey, (one) => one.id === key.id && !("admin_key" in one)),
  );

  const created = await report.check("create an org", () => {
    made.isOrgAsked = true;
    const fields = { customer_id: name, customer_name: "Smoke test", domains: [domain] };
    return admin.call("POST", "/orgs", 201, orgWithKey, fields);
  });
  if (!created) return;
  let caller = admin.with({ org: created.org_api_key });
  made.caller = caller;
  await report.check("409 for the same org again", () =>
    admin.refused(409, "POST", "/orgs", { customer_id: name, customer_name: "Smoke test" }),
  );
  await report.check("the org is in the list", () =>
    listed(admin, "/orgs?limit=500", org, ({ customer_id }) => customer_id === name),
  );
  await report.check("the org by its own key", () => caller.get("/org", org.extend({ customer_id: z.literal(name) })));
  await report.check("401 for a wrong org key", () => caller.with({ org: "wrong" }).refused(401, "GET", "/org"));
  await report.check("its domain", () =>
    listed(caller, "/org/domains", z.looseObject({ value: z.string() }), ({ value }) => value === domain),
  );

  for (const what of ["scans", "findings", "findings/grouped", "tasks", "suppressions"])
    await report.check(`empty list of ${what}`, () => caller.get(`/org/${what}`, list.length(0)));
  await report.check("filters of findings", () =>
    caller.get("/org/findings?module=easm&severity=critical&status=new&limit=1", list.length(0)),
  );
  await report.check("422 for a wrong filter", () => caller.refused(422, "GET", "/org/findings?severity=terrible"));

  await report.check("change the org", () =>
    admin.call("PATCH", path, 200, org.extend({ customer_name: z.literal("Smoke test 2") }), {
      customer_name: "Smoke test 2",
    }),
  );
  const rotated = await report.check("rotate the org key", () =>
    admin.call("POST", `${path}/rotate-key`, 200, orgWithKey),
  );
  if (rotated) {
    const old = caller;
    caller = admin.with({ org: rotated.org_api_key });
    made.caller = caller;
    await report.check("the new org key is accepted", () => caller.get("/org", org));
    await report.check("401 for the old org key", () => old.refused(401, "GET", "/org"));
  }
  const event = z.looseObject({ action: z.string() });
  for (const action of ["org.created", "org.updated", "org.key_rotated"])
    await report.check(`${action} in the activity trail`, () =>
      listed(caller, "/org/activity", event, (one) => one.action === action),
    );
  await report.check("the change in the audit log", () =>
    listed(master, "/audit", z.looseObject({ path: z.string() }), (row) => row.path.endsWith(path)),
  );
}

async function cleanUp(master: Caller, made: Made, report: Report): Promise<void> {
  const { name, admin, caller } = made;
  if (admin && made.isOrgAsked) {
    await report.cleanUp(`lock out the org ${name}`, () => lockOut(admin, made));
    if (caller) await report.cleanUp("401 for the org that is locked out", () => caller.refused(401, "GET", "/org"));
  }
  if (!made.isKeyAsked) return;
  await report.cleanUp(`revoke the admin key ${name}`, () => revoke(master, made));
  if (admin) await report.cleanUp("401 for the revoked admin key", () => admin.refused(401, "GET", "/orgs"));
}

async function lockOut(admin: Caller, { name, caller }: Made): Promise<void> {
  const path = `/orgs/${name}`;
  // The answer of its creation did not arrive: it may not be there.
  const isThere = caller !== undefined || !(await isMissing(admin, path));
  if (isThere) await admin.call("PATCH", path, 200, org.extend({ is_active: z.literal(false) }), { is_active: false });
}

const isMissing = (admin: Caller, path: string): Promise<boolean> =>
  admin.call("GET", path, 404, refusal).then(
    () => true,
    () => false,
  );

async function revoke(master: Caller, { name, keyId }: Made): Promise<void> {
  // The answer that had its id may not have arrived.
  const id =
    keyId ?? (await master.get("/admin-keys?limit=500", z.array(adminKey))).find((one) => one.name === name)?.id;
  if (id !== undefined) await master.call("DELETE", `/admin-keys/${id}`, 204, z.undefined());
}

const ATTEMPTS = 10;
const ATTEMPT_MILLISECONDS = 500;

/** A list that has a certain row, if not at once then after some seconds: lists may be read a moment late. */
async function listed<S extends z.ZodType>(
  caller: Caller,
  path: string,
  row: S,
  isIt: (row: z.infer<S>) => boolean,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if ((await caller.get(path, z.array(row))).some(isIt)) return;
    if (attempt < ATTEMPTS) await wait(ATTEMPT_MILLISECONDS);
  }
  throw new Unexpected(`GET ${path} does not have it`);
}
