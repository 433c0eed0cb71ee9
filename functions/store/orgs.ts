import { randomInt } from "node:crypto";
import { createWriteTransaction } from "electrodb";
import { activity } from "../domain/events.ts";
import type { OrgIdentity } from "../domain/identity.ts";
import { slugOf } from "../domain/org.ts";
import type { SeedDomain } from "../domain/seed.ts";
import type { Module } from "../domain/vocabulary.ts";
import type { Caller } from "./audit.ts";
import { BATCHES_AT_ONCE, batchGet, inOrder } from "./batch-get.ts";
import { newCredential } from "./credentials.ts";
import { ActivityRow } from "./entities/activity.ts";
import { AuditRow } from "./entities/audit-row.ts";
import { Credential } from "./entities/credential.ts";
import { DomainSet } from "./entities/domain-set.ts";
import { Org, OrgEntry, OrgSlug } from "./entities/org.ts";
import { newId } from "./ids.ts";
import { page, type Window } from "./page.ts";
import { ConditionFailed } from "./transaction.ts";

export interface NewOrg {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly modules_enabled: readonly Module[];
  readonly scan_interval_days: number;
  readonly seeds: readonly SeedDomain[];
}

/** Order of the writes below; tells which condition failed. */
const ORG_WRITE = 0;
const SLUG_WRITE = 1;
const SLUG_ATTEMPTS = 5;

/**
 * Creates an org with its key, seeds and event in one transaction. `org_api_key` is the plaintext, stored nowhere. Null
 * when the customer_id is taken.
 */
export async function createOrg(
  input: NewOrg,
  by: Caller,
): Promise<(OrgIdentity & { readonly org_api_key: string }) | null> {
  const base = slugOf(input.customer_id);
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) {
    const slug =
      attempt === 0
        ? base
        : `${base}-${randomInt(36 ** 4)
            .toString(36)
            .padStart(4, "0")}`;
    try {
      return await writeOrg(input, slug, by);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.index === ORG_WRITE) return null;
      if (error.index !== SLUG_WRITE) throw error;
    }
  }
  throw new Error(`no free slug for ${base}`);
}

async function writeOrg(input: NewOrg, slug: string, { actor, now, audit }: Caller) {
  const { key, prefix, salt, digest } = newCredential("org");
  const { seeds, ...fields } = input;
  const org: OrgIdentity = {
    id: newId(),
    ...fields,
    slug,
    is_active: true,
    api_key_prefix: prefix,
    created_at: now.toISOString(),
  };
  const event = activity("org.created", {
    id: newId(),
    occurredAt: now,
    org,
    actor,
    targetId: org.id,
    target: org.customer_name,
    detail: { modules_enabled: [...org.modules_enabled], domains: seeds.length },
  });
  await audit.transact((row) =>
    createWriteTransaction({ Org, OrgSlug, OrgEntry, Credential, DomainSet, ActivityRow, AuditRow }, (write) => [
      write.Org.create({ ...org, version: 1 }).commit(),
      write.OrgSlug.create({ slug, customer_id: org.customer_id }).commit(),
      write.OrgEntry.create({ id: org.id, customer_id: org.customer_id, created_at: org.created_at }).commit(),
      write.Credential.create({ prefix, salt, digest, active: true, org }).commit(),
      write.DomainSet.create({ org_id: org.id, version: 1, domains: seeds }).commit(),
      write.ActivityRow.create(event).commit(),
      write.AuditRow.create(row).commit(),
    ]),
  );
  return { ...org, org_api_key: key };
}

/** One org by the caller's own identifier, or null. */
export async function getOrg(customerId: string): Promise<OrgIdentity | null> {
  const { data } = await Org.get({ customer_id: customerId }).go({ consistent: true });
  return data && identityOf(data);
}

/** An org without what only the store needs to know. */
export const identityOf = ({ version, ...org }: OrgIdentity & { readonly version: number }): OrgIdentity => org;

/** Orgs, newest first; `after` is an id. */
export async function listOrgs(window: Window): Promise<OrgIdentity[]> {
  const entries = await page(window, (cursor, limit) => {
    const all = OrgEntry.query.primary({});
    const rest = window.after === undefined ? all : all.lt({ id: window.after });
    return rest.go({ order: "desc", consistent: true, cursor, limit });
  });
  const ids = entries.map(({ customer_id }) => customer_id);
  const orgs = await batchGet(
    ids.map((customer_id) => ({ customer_id })),
    (keys) => Org.get([...keys]).go({ consistent: true, concurrent: BATCHES_AT_ONCE }),
  );
  return inOrder(ids, orgs, ({ customer_id }) => customer_id).map(identityOf);
}

const ORGS_AT_ONCE = 500;

/** Every org of the deployment, newest first. */
export async function* everyOrg(): AsyncGenerator<OrgIdentity> {
  for (let after: string | undefined; ; ) {
    const orgs = await listOrgs({ limit: ORGS_AT_ONCE, offset: 0, after });
    yield* orgs;
    after = orgs.at(-1)?.id;
    if (orgs.length < ORGS_AT_ONCE) return;
  }
}
