import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { AuditRow } from "../../functions/store/entities/audit-row.ts";
import { RateCounter } from "../../functions/store/entities/rate-counter.ts";
import { REQUESTS_PER_MINUTE } from "../../functions/store/rate.ts";
import { documentClient, tableName } from "../../functions/store/table.ts";

/** What tests see of the table behind the service's back. */

/** Written by every request, whatever comes of it. */
const WRITTEN_BY_ANY_REQUEST = ["audit", "ratecounter"];

/** Every item but audit rows and request counters, by its key; `ofOrg` leaves the items whose key does not hold that id. */
export async function storedItems(ofOrg = ""): Promise<Map<string, string>> {
  const items = new Map<string, string>();
  for (const item of await allItems()) {
    const key = `${item.pk} ${item.sk}`;
    if (!WRITTEN_BY_ANY_REQUEST.includes(String(item.__edb_e__)) && key.includes(ofOrg))
      items.set(key, JSON.stringify(item));
  }
  return items;
}

/** Every item there is. */
export async function allItems(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documentClient.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ...(start ? { ExclusiveStartKey: start } : {}) }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/** Audit rows that were written after the given id, oldest first. */
export async function auditRowsAfter(id: string): Promise<readonly { readonly id: string; readonly status: number }[]> {
  const { data } = await AuditRow.query.primary({}).gt({ id }).go({ consistent: true, pages: "all" });
  return data.map((row) => ({ id: row.id, status: row.status_code }));
}

/** Uses up the minute of a caller: an admin key's id, or `master`. */
export async function exhaust(caller: string, minute: Date): Promise<void> {
  const ttl = Math.floor(minute.getTime() / 1000) + 3600;
  const row = { caller, minute: minuteOf(minute), requests: REQUESTS_PER_MINUTE, ttl };
  await RateCounter.put(row).go({ response: "none" });
}

/** Gives a caller its minute back, unless it was refused in it already. */
export const refill = (caller: string, minute: Date) =>
  RateCounter.delete({ caller, minute: minuteOf(minute) }).go({ response: "none" });

const minuteOf = (time: Date): string => time.toISOString().slice(0, 16);
