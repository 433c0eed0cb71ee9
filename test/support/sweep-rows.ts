import type { CloudResult } from "../../functions/domain/compliance.ts";
import { derivedId } from "../../functions/domain/ids.ts";
import { Finding } from "../../functions/store/entities/finding.ts";

/** Number of the cloud account of a tenant: the same for the same mark. */
export const accountNumberOf = (mark: string): string =>
  Buffer.from(mark.padEnd(6)).toString("hex").replaceAll(/\D/g, "").padEnd(12, "7").slice(0, 12);

/** A passed and a failed result of a check, for a tenant's cloud account. */
export const cloudRows = (mark: string, scanId: string, now: Date): readonly CloudResult[] =>
  (["pass", "fail"] as const).map((status) => ({
    id: crypto.randomUUID(),
    scan_id: scanId,
    account_id: accountNumberOf(mark),
    provider: "aws",
    check_id: "s3_public_access_block",
    title: "Buckets block public access",
    status,
    status_detail: `bucket-${status}-${mark} was looked at`,
    severity: "high",
    service: "s3",
    region: "eu-west-1",
    resource_id: `arn:aws:s3:::bucket-${status}-${mark}`,
    resource_type: "AwsS3Bucket",
    frameworks: [{ framework: "CIS", version: "5.0", control_id: "2.1.4" }],
    finding_id: null,
    remediation: "Block public access.",
    first_seen: now.toISOString(),
    last_seen: now.toISOString(),
  }));

const STORED_AT_ONCE = 8;
const RULES = 20;
const FINDINGS_PER_ASSET = 20;
const CRITICAL_EVERY = 100;

/**
 * Writes findings straight into the table, as copies of one that a scan has made: of the same twenty rules however many
 * they are, on more and more assets, and one in a hundred critical.
 */
export async function storeFindings(orgId: string, count: number): Promise<void> {
  const { data } = await Finding.query.primary({ org_id: orgId }).go({ pages: "all" });
  // Always one like the other, for the sake of those who measure: ids are random and have no order, and what has been
  // answered names its rule, which makes its row longer.
  const [pattern] = data
    .filter(({ suppression_id }) => suppression_id === undefined)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  if (!pattern) throw new Error("the org has no finding to copy");
  const start = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(6, "0");
    const seen = new Date(start + index * 1000).toISOString();
    return {
      ...pattern,
      id: derivedId("stored", orgId, number),
      dedup_key: number.padStart(64, "0"),
      template_id: `easm.headers.rule${String(index % RULES).padStart(2, "0")}`,
      status: "new" as const,
      severity: index % CRITICAL_EVERY === 0 ? ("critical" as const) : ("high" as const),
      description: "A finding of the usual length. ".repeat(20),
      asset: `host${String(Math.floor(index / FINDINGS_PER_ASSET)).padStart(6, "0")}.stored.test`,
      first_seen: seen,
      last_seen: seen,
    };
  });
  await Finding.put(rows).go({ concurrent: STORED_AT_ONCE });
}

const placeOf = ({ template_id, asset = "" }: { readonly template_id: string; readonly asset?: string | undefined }) =>
  `${template_id} ${asset}`;
