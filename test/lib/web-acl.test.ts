import { describe, expect, test } from "vitest";
import * as z from "zod";
import { ABOVE_BODY_MAX } from "../../lib/web-acl.ts";
import { ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

const stacks = synthesize([], { waf: { requestsPer5Minutes: 2000 } });
const propertiesOf = (type: string) => ofType(stacks, type)[0]?.Properties ?? {};
const acl = propertiesOf("AWS::WAFv2::WebACL");
const logging = propertiesOf("AWS::WAFv2::LoggingConfiguration");
const typesOf = (deployed: readonly SynthesizedStack[]) =>
  deployed.flatMap(({ resources }) => Object.values(resources).map(({ Type }) => Type));

test("nothing of it is there where the operator does not ask for it", () => {
  expect(typesOf(synthesize([])).filter((type) => type.startsWith("AWS::WAFv2"))).toEqual([]);
});

test("stands in front of the API's stage", () => {
  expect(acl.Scope).toBe("REGIONAL");
  const { ResourceArn } = propertiesOf("AWS::WAFv2::WebACLAssociation");
  expect(JSON.stringify(ResourceArn)).toMatch(
    /::\/restapis\/",\{"Ref":"RestApi\w+"\},"\/stages\/",\{"Ref":"RestApi\w+"\}/,
  );
});

test("lets through what no rule stops, and holds no managed rules, which look for attacks in bodies that speak of them", () => {
  expect(acl.DefaultAction).toEqual({ Allow: {} });
  expect(acl.Rules).toMatchObject([{ Name: "requests-per-address" }, { Name: "body-size" }]);
  expect(JSON.stringify(acl)).not.toContain("ManagedRuleGroup");
});

describe("who asks too often", () => {
  test("is counted by IP address over five minutes", () => {
    expect(acl.Rules).toMatchObject([
      { Statement: { RateBasedStatement: { AggregateKeyType: "IP", EvaluationWindowSec: 300, Limit: 2000 } } },
      {},
    ]);
  });

  test("gets 429, a detail, and the seconds to wait", () => {
    expect(answerOf(0)).toEqual({
      status: 429,
      headers: [{ Name: "Retry-After", Value: "300" }],
      body: { detail: "Too many requests from this address; try again in five minutes" },
    });
  });
});

describe("a body that is too large", () => {
  test("is told by its announced size, as AWS WAF sees only 64 KB of it", () => {
    expect(acl.Rules).toMatchObject([
      {},
      { Statement: { RegexMatchStatement: { FieldToMatch: { SingleHeader: { Name: "content-length" } } } } },
    ]);
  });

  test("begins where the API's own limit ends", () => {
    const above = new RegExp(ABOVE_BODY_MAX);
    const limit = 256 * 1024;
    const sizes = [0, 1, 9, 99, 16_385, 65_537, 99_999, 100_000, 199_999, 249_999, 259_999, 262_099, 262_139, 300_000];
    const powers = Array.from({ length: 20 }, (_, n) => [10 ** n - 1, 10 ** n, 2 * 10 ** n, 3 * 10 ** n]).flat();
    const around = Array.from({ length: 4000 }, (_, n) => limit - 2000 + n);
    for (const size of [...sizes, ...powers.filter(Number.isSafeInteger), ...around]) {
      expect(above.test(String(size)), String(size)).toBe(size > limit);
      expect(above.test(`00${size}`), `00${size}`).toBe(size > limit);
    }
    for (const none of ["", "-262145", "262145, 1", "2e9"]) expect(above.test(none)).toBe(false);
  });

  test("gets 413 and the words of the handlers", () => {
    expect(answerOf(1)).toEqual({
      status: 413,
      headers: undefined,
      body: { detail: "Request body is larger than 256 KB" },
    });
  });
});

test("what is blocked is logged and counted, and nothing that could hold a key", () => {
  expect(logging.LoggingFilter).toEqual({
    DefaultBehavior: "DROP",
    Filters: [{ Behavior: "KEEP", Requirement: "MEETS_ANY", Conditions: [{ ActionCondition: { Action: "BLOCK" } }] }],
  });
  const redacted = ["x-master-key", "x-admin-key", "x-org-key", "authorization", "cookie"];
  expect(logging.RedactedFields).toEqual([
    ...redacted.map((Name) => ({ SingleHeader: { Name } })),
    { UriPath: {} },
    { QueryString: {} },
  ]);
  const visible = JSON.stringify(acl).match(/"VisibilityConfig":\{[^}]+\}/g);
  expect(visible).toHaveLength(3);
  for (const one of visible ?? [])
    expect(one).toMatch(/"CloudWatchMetricsEnabled":true,"MetricName":"[\w-]+","SampledRequestsEnabled":false/);
});

test("its log has the name that AWS WAF asks for, expires, and takes nothing but its lines", () => {
  const group = ofType(stacks, "AWS::Logs::LogGroup").find(({ Properties }) =>
    JSON.stringify(Properties.LogGroupName ?? "").includes('"aws-waf-logs-palisade-prod-api-"'),
  );
  expect(group?.Properties.RetentionInDays).toBe(90);
  expect(JSON.stringify(logging.LogDestinationConfigs)).toMatch(/:log-group:",\{"Ref":"WebAclLogGroup\w+"\}\]\]\}\]$/);
});

/** What a caller gets whom the rule at this place stops. */
function answerOf(rule: number) {
  const { Rules, CustomResponseBodies } = webAcl.parse(acl);
  const response = Rules[rule]?.Action.Block.CustomResponse;
  const { ContentType, Content } = CustomResponseBodies[response?.CustomResponseBodyKey ?? ""] ?? {};
  expect(ContentType).toBe("APPLICATION_JSON");
  return { status: response?.ResponseCode, headers: response?.ResponseHeaders, body: JSON.parse(Content ?? "") };
}

const webAcl = z.object({
  Rules: z.array(
    z.object({
      Action: z.object({
        Block: z.object({
          CustomResponse: z.object({
            ResponseCode: z.number(),
            CustomResponseBodyKey: z.string(),
            ResponseHeaders: z.array(z.unknown()).optional(),
          }),
        }),
      }),
    }),
  ),
  CustomResponseBodies: z.record(z.string(), z.object({ ContentType: z.string(), Content: z.string() })),
});
