/** Scan cooldown of an org whose creator names none, days. */
export const DEFAULT_SCAN_INTERVAL_DAYS = 14;

const SLUG_LENGTH_MAX = 60;

/** Slug of a customer_id: lower case, runs of other characters become `-`; `org` when nothing is left. */
export function slugOf(customerId: string): string {
  const slug = customerId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/^-+|-+$/g, "");
  return slug || "org";
}
