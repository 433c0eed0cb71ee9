import { randomUUID } from "node:crypto";
import {
  AssumeRoleCommand,
  type AssumeRoleCommandInput,
  GetCallerIdentityCommand,
  STSClient,
  type STSClientConfig,
} from "@aws-sdk/client-sts";
import { accountNumber } from "../domain/cloud-account.ts";
import { assumerArn } from "./assumer.ts";

/** A customer's role, and the external ID that its trust policy must ask for. */
export interface CustomerRole {
  readonly roleArn: string;
  readonly externalId: string;
}

/**
 * What the test of a role's trust came to: it is as it must be; the customer must change something, of which `reason`
 * tells; or it could not be tested, which says nothing about the role.
 */
export type TrustTest =
  | { readonly outcome: "trusted" }
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "untested"; readonly cause: unknown };

/** Three calls in a row fit into the 29 seconds that a gateway waits for an answer. */
const CALL_MILLISECONDS = 8000;

/**
 * Tests with live calls that the service can assume the role with its external ID, that the role is of the account that
 * its ARN names, and that nobody can assume it through the service without the external ID, or with another (the
 * confused deputy).
 */
export async function testTrust(role: CustomerRole, callMilliseconds = CALL_MILLISECONDS): Promise<TrustTest> {
  try {
    const own = await ownCredentials(role, callMilliseconds);
    const { roleArn, externalId } = role;
    const given = await assume(roleArn, { ExternalId: externalId, Policy: NOTHING }, own, callMilliseconds);
    if ("refusal" in given) return { outcome: "refused", reason: reasonOf(given.refusal, role) };
    const [account, without, withAnother] = await Promise.all([
      accountOf(given.credentials, callMilliseconds),
      assume(roleArn, { Policy: NOTHING }, own, callMilliseconds),
      assume(roleArn, { ExternalId: randomUUID(), Policy: NOTHING }, own, callMilliseconds),
    ]);
    if (account !== accountNumber(roleArn)) return { outcome: "refused", reason: otherAccount(roleArn, account) };
    if (!("refusal" in without)) return { outcome: "refused", reason: externalIdNotRequired(role) };
    if (!("refusal" in withAnother)) return { outcome: "refused", reason: anyExternalIdServes(role) };
    for (const { refusal } of [without, withAnother])
      if (refusal !== "AccessDenied") throw new Error(`unexpected refusal: ${refusal}`);
    return { outcome: "trusted" };
  } catch (cause) {
    return { outcome: "untested", cause };
  }
}

type Credentials = Extract<NonNullable<STSClientConfig["credentials"]>, { accessKeyId: string }>;

/** Refusals that lie with the customer's side. Any other error lies with ours, or with AWS. */
const REFUSALS = ["AccessDenied", "RegionDisabledException", "ValidationError"] as const;
type Refusal = (typeof REFUSALS)[number];

/** Session policy of a role that is only to be tested: GetCallerIdentity works without any permission. */
const NOTHING = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Deny", Action: "*", Resource: "*" }],
});

/** Session policy of the service's own role while it tests one role. */
const onlyAssuming = (roleArn: string): string =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Resource: roleArn }],
  });

/** Credentials of the assumer role; undefined, for those of the process, where the deployment has none. */
async function ownCredentials({ roleArn }: CustomerRole, callMilliseconds: number): Promise<Credentials | undefined> {
  const assumer = assumerArn();
  if (assumer === null) return undefined;
  const own = await assume(assumer, { Policy: onlyAssuming(roleArn) }, undefined, callMilliseconds);
  if ("refusal" in own) throw new Error(`the assumer role ${assumer} cannot be assumed: ${own.refusal}`);
  return own.credentials;
}

/** Least that STS allows, seconds. */
const SESSION_SECONDS = 900;

async function assume(
  roleArn: string,
  input: Pick<AssumeRoleCommandInput, "ExternalId" | "Policy">,
  by: Credentials | undefined,
  callMilliseconds: number,
): Promise<{ credentials: Credentials } | { refusal: Refusal }> {
  const command = new AssumeRoleCommand({
    ...input,
    RoleArn: roleArn,
    RoleSessionName: "palisade-validate",
    DurationSeconds: SESSION_SECONDS,
  });
  try {
    const { Credentials: given } = await withSts(by, (sts) =>
      sts.send(command, { abortSignal: AbortSignal.timeout(callMilliseconds) }),
    );
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = given ?? {};
    if (!accessKeyId || !secretAccessKey || !sessionToken) throw new Error("STS answered without credentials");
    return { credentials: { accessKeyId, secretAccessKey, sessionToken } };
  } catch (error) {
    const refusal = REFUSALS.find((name) => error instanceof Error && error.name === name);
    if (refusal === undefined) throw error;
    return { refusal };
  }
}

async function accountOf(credentials: Credentials, callMilliseconds: number): Promise<string> {
  const { Account: account } = await withSts(credentials, (sts) =>
    sts.send(new GetCallerIdentityCommand(), { abortSignal: AbortSignal.timeout(callMilliseconds) }),
  );
  if (!account) throw new Error("STS answered without an account");
  return account;
}

async function withSts<T>(credentials: Credentials | undefined, call: (sts: STSClient) => Promise<T>): Promise<T> {
  const sts = new STSClient({ maxAttempts: 2, ...(credentials ? { credentials } : {}) });
  try {
    return await call(sts);
  } finally {
    sts.destroy();
  }
}

/** AWS's own words name our principal, and do not say what to change. */
function reasonOf(refusal: Refusal, { externalId }: CustomerRole): string {
  switch (refusal) {
    case "AccessDenied":
      return `The role cannot be assumed. It must exist, and its trust policy must allow sts:AssumeRole to ${assumerArn() ?? "this service"} under the condition StringEquals sts:ExternalId ${externalId}.`;
    case "RegionDisabledException":
      return `AWS STS is not active in the account for the region ${process.env.AWS_REGION ?? "of this service"}. Activate it in IAM, under Account settings.`;
    case "ValidationError":
      return "AWS does not know the role ARN. Copy it from the page of the role in IAM and save it again.";
    default:
      return refusal satisfies never;
  }
}

const externalIdNotRequired = ({ externalId }: CustomerRole): string =>
  `The role can be assumed without its external ID, so that others could reach the account through this service. Add the condition StringEquals sts:ExternalId ${externalId} to its trust policy.`;

const anyExternalIdServes = ({ externalId }: CustomerRole): string =>
  `The role can be assumed with any external ID, so that others could reach the account through this service. Let its trust policy compare with StringEquals and with sts:ExternalId ${externalId} alone.`;

const otherAccount = (roleArn: string, account: string): string =>
  `The ARN names the account ${accountNumber(roleArn)}, but the role is of the account ${account}. Save the ARN of a role in the account that is to be scanned.`;
