import type { CloudResult, ControlRef } from "../../functions/domain/compliance.ts";
import type { Client } from "./client.ts";

export interface AccountBody {
  readonly id: string;
  readonly name: string | null;
  readonly account_id: string | null;
  readonly role_arn: string | null;
  readonly external_id: string;
  readonly assumer_arn: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly last_validated_at: string | null;
}

/** A role in an account that is not the service's. */
export const roleIn = (account: string, name = "PalisadeReadOnly"): string => `arn:aws:iam::${account}:role/${name}`;

/** Connects an account; throws unless it was created. */
export async function newAccount(client: Client, body: Record<string, unknown> = {}): Promise<AccountBody> {
  const answer = await client.post<AccountBody>("/org/cloud/accounts", body);
  if (answer.status !== 201) throw new Error(`account not created: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A control of CIS 5.0. */
export const cis = (control_id: string): ControlRef => ({ framework: "CIS", version: "5.0", control_id });

/** A result, of which a test says what matters to it. */
export const result = (fields: Partial<CloudResult> = {}): CloudResult => ({
  id: crypto.randomUUID(),
  scan_id: "6d0c2f9a-53b1-4c1e-8f3a-2b7d9e4c1a05",
  account_id: "123456789012",
  provider: "aws",
  check_id: "s3_bucket_public_access",
  title: "S3 bucket is not public",
  status: "pass",
  status_detail: "Made up",
  severity: "high",
  service: "s3",
  region: "eu-west-1",
  resource_id: "arn:aws:s3:::made-up",
  resource_type: "AWS::S3::Bucket",
  frameworks: [cis("2.1.4")],
  finding_id: null,
  remediation: "Make it otherwise.",
  first_seen: "2026-01-01T00:00:00.000Z",
  last_seen: "2026-01-01T00:00:00.000Z",
  ...fields,
});
