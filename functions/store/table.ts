import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** Layout of the single table: read by the CDK stack and by the local runtime, so that both create the same one. */
export const tableDefinition = {
  pk: "pk",
  sk: "sk",
  /** Narrow index of findings, newest first: enough to filter, group and rank them without reading the rows. */
  gsi1: {
    name: "gsi1",
    pk: "gsi1pk",
    sk: "gsi1sk",
    nonKeyAttributes: [
      "id",
      "org_id",
      "module",
      "severity",
      "status",
      "finding_class",
      "category",
      "duplicate_of",
      "first_seen",
      "last_seen",
      "template_id",
      "cve_id",
      "asset_id",
      "asset",
      "matched_at",
      "title",
      "scanner_group",
      "follows",
      "not_verified",
      "verified_by",
      "status_changed_at",
      "__edb_e__",
      "__edb_v__",
    ],
  },
  ttl: "ttl",
} as const;

export const tableName = process.env.TABLE_NAME ?? "palisade";

/** DynamoDB answers in milliseconds; a connection that hangs is better tried again than waited for. */
const PATIENCE = { connectionTimeout: 2_000, requestTimeout: 6_000, throwOnRequestTimeout: true };

/** The one connection to the table. Where it leads is a matter of the standard AWS environment variables. */
export const documentClient = DynamoDBDocumentClient.from(
  new DynamoDBClient({ maxAttempts: 4, requestHandler: PATIENCE }),
  {
    marshallOptions: { removeUndefinedValues: true },
  },
);

/** Configuration that every entity shares. */
export const connection = { client: documentClient, table: tableName };

/** Seconds since 1970 at which DynamoDB may delete an item, `days` from `now`. */
export const expiresAfterDays = (days: number, now: Date): number => Math.floor(now.getTime() / 1000) + days * 86_400;
