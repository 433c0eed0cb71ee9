import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testTrust } from "../../functions/cloud/trust.ts";
import { localAssumerArn, localCredentials } from "../../local/aws-names.ts";
import { ANY, ambientArn, assumer, type ScriptedRole, startSts, type TestSts } from "../support/sts.ts";

const roleArn = "arn:aws:iam::123456789012:role/readers/Palisade";
const externalId = "e4b7a0d9-5c13-4f68-b2e1-90f3d7c6a845";
const role = { roleArn, externalId };

let sts: TestSts;
beforeAll(async () => {
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", localCredentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", localCredentials.secretAccessKey);
  vi.stubEnv("ASSUMER_ROLE_ARN", localAssumerArn);
  sts = await startSts();
});
afterAll(async () => {
  await sts.stop();
  vi.unstubAllEnvs();
});
afterEach(() => {
  sts.requests.length = 0;
  sts.roles.clear();
  sts.roles.set(localAssumerArn, assumer);
});

const tested = (script: ScriptedRole | null, callMilliseconds?: number) => {
  if (script) sts.roles.set(roleArn, script);
  return testTrust(role, callMilliseconds);
};

test("a role that asks for its external ID is trusted", async () => {
  expect(await tested({ externalId })).toEqual({ outcome: "trusted" });
});

test("the service goes through its own role, with sessions as short and as narrow as they can be", async () => {
  await tested({ externalId });
  const short = { RoleSessionName: "palisade-validate", DurationSeconds: "900" };
  expect(sts.requests[0]).toMatchObject({ action: "AssumeRole", input: { ...short, RoleArn: localAssumerArn } });
  expect(JSON.parse(sts.requests[0]?.input.Policy ?? "")).toMatchObject({
    Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Resource: roleArn }],
  });
  const assumptions = sts.requests.filter(({ input }) => input.RoleArn === roleArn);
  expect(assumptions.map(({ caller, input }) => [caller, input.ExternalId])).toEqual([
    [localAssumerArn, externalId],
    [localAssumerArn, undefined],
    [localAssumerArn, expect.not.stringContaining(externalId)],
  ]);
  for (const { input } of assumptions) {
    expect(input).toMatchObject(short);
    expect(JSON.parse(input.Policy ?? "")).toMatchObject({
      Statement: [{ Effect: "Deny", Action: "*", Resource: "*" }],
    });
  }
  expect(sts.requests.filter(({ action }) => action === "GetCallerIdentity")).toMatchObject([{ caller: roleArn }]);
});

test("a service without such a role goes by itself", async () => {
  vi.stubEnv("ASSUMER_ROLE_ARN", "");
  expect(await tested({ externalId, principal: ambientArn })).toEqual({ outcome: "trusted" });
  expect(sts.requests.filter(({ input }) => input.RoleArn === localAssumerArn)).toEqual([]);
  vi.stubEnv("ASSUMER_ROLE_ARN", localAssumerArn);
});

test.each<[string, ScriptedRole | null, RegExp]>([
  ["that is not there", null, new RegExp(`must exist.*sts:AssumeRole to ${localAssumerArn}.*${externalId}`)],
  ["that asks for another external ID", { externalId: "another" }, /^The role cannot be assumed/],
  ["that takes any external ID", { externalId: ANY }, /with any external ID.*StringEquals/],
  ["that asks for no external ID", {}, new RegExp(`without its external ID.*${externalId}`)],
  [
    "of another account than its ARN says",
    { externalId, account: "210987654321" },
    /123456789012, but .* 210987654321/,
  ],
  ["whose account has STS off in the region", { fails: { code: "RegionDisabledException", status: 403 } }, /eu-west-1/],
  ["whose ARN AWS does not accept", { fails: { code: "ValidationError" } }, /Copy it/],
])("a role %s is refused, in words that say what to change and not who we are", async (_, script, reason) => {
  const { outcome, ...rest } = await tested(script);
  expect([outcome, rest]).toEqual(["refused", { reason: expect.stringMatching(reason) }]);
  expect(JSON.stringify(rest)).not.toContain("user/local");
});

test.each<[string, ScriptedRole]>([
  ["throttles", { fails: { code: "Throttling" } }],
  ["throttles the second assumption", { externalId, fails: { code: "Throttling", only: "without_external_id" } }],
  [
    "refuses the second assumption for another reason",
    {
      externalId,
      fails: { code: "ValidationError", only: "without_external_id" },
    },
  ],
  ["fails", { fails: { code: "InternalFailure", status: 500 } }],
  ["says that our credentials are expired", { fails: { code: "ExpiredToken" } }],
  ["says that our session policy is bad", { fails: { code: "MalformedPolicyDocument" } }],
  ["answers garbage", { answers: "garbage" }],
  ["answers without credentials", { answers: "nothing" }],
])("an STS that %s says nothing about the role", async (_, script) => {
  expect(await tested(script)).toMatchObject({ outcome: "untested" });
});

test("an STS that does not answer says nothing about the role, and is not waited for", async () => {
  expect(await tested({ answers: "never" }, 100)).toMatchObject({ outcome: "untested" });
});

test("a broken assumer role is our fault and not the customer's", async () => {
  sts.roles.delete(localAssumerArn);
  expect(await tested({ externalId })).toMatchObject({ outcome: "untested" });
});

test("nobody at the endpoint says nothing about the role", async () => {
  const { AWS_ENDPOINT_URL_STS } = process.env;
  const gone = await startSts();
  await gone.stop();
  expect(await tested({ externalId })).toMatchObject({ outcome: "untested" });
  process.env.AWS_ENDPOINT_URL_STS = AWS_ENDPOINT_URL_STS;
});
