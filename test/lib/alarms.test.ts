import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { source } from "../../lib/sources.ts";
import { ofType, type SynthesizedStack, synthesize, webhookOf } from "./synthesized.ts";

const alarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.unknown()).default([]),
  OKActions: z.array(z.unknown()).default([]),
  ComparisonOperator: z.string(),
  EvaluationPeriods: z.number(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
  MetricName: z.string().optional(),
  Metrics: z.array(z.unknown()).default([]),
});

const PREFIX = "palisade-prod-operations-";

const alarmsOf = (stacks: readonly SynthesizedStack[]) =>
  new Map(
    ofType(stacks, "AWS::CloudWatch::Alarm").map(({ Properties }) => {
      const parsed = alarm.parse(Properties);
      return [parsed.AlarmName.replace(PREFIX, ""), parsed] as const;
    }),
  );

const quiet = synthesize([]);
const loud = synthesize([], { webhook: webhookOf("signed"), alarmEmail: "on-call@example.com" });
const alarms = alarmsOf(loud);

test("is one for each thing that somebody can do something about", () => {
  expect([...alarms.keys()].sort()).toEqual([
    "api-5xx",
    "api-errors",
    "dead-letters",
    "event-errors",
    "event-lag",
    "lambda-throttles",
    "scan-errors",
    "scans-failed-easm",
    "scans-stuck",
    "sweeper-silent",
    "table-errors",
    "table-throttles",
    "undeliverable",
    "webhook-lag",
  ]);
});

test("has none for a queue that is not there", () => {
  for (const stacks of [quiet, synthesize([], { webhook: webhookOf("plain") })])
    expect([...alarmsOf(stacks).keys()]).not.toEqual(expect.arrayContaining(["undeliverable"]));
});

test.each([...alarms])("%s says what to do, is explained, and takes no more metrics than an alarm may", (name, it) => {
  expect(it.AlarmDescription).toMatch(/^[A-Z].*: .*\. See [\w-]+ in docs\/operations\.md\.$/);
  expect(it.AlarmDescription.length).toBeLessThan(1024);
  expect(it.Metrics.length).toBeLessThanOrEqual(11);
  const heading = name.replace(/^scans-failed-.*/, "scans-failed-MODULE");
  expect(readFileSync(source("docs/operations.md"), "utf8")).toContain(`\n| \`${heading}\` |`);
});

test("silence is good news, but for the sweeper", () => {
  const bad = [...alarms].filter(([, { TreatMissingData }]) => TreatMissingData === "breaching");
  expect(bad.map(([name, { ComparisonOperator }]) => [name, ComparisonOperator])).toEqual([
    ["sweeper-silent", "LessThanThreshold"],
  ]);
});

test.each([
  ["api-5xx", "5XXError", 5, 1],
  ["api-errors", "api-errors", 1, 1],
  ["event-lag", "IteratorAge", 300_000, 1],
  ["dead-letters", "ApproximateNumberOfMessagesVisible", 1, 1],
  ["undeliverable", "ApproximateNumberOfMessagesVisible", 1, 1],
  ["webhook-lag", "ApproximateAgeOfOldestMessage", 3600, 1],
  ["scans-stuck", "scans-not-mended", 1, 3],
  ["sweeper-silent", "Invocations", 1, 4],
])("%s watches %s from %i on, for %i periods", (name, MetricName, Threshold, EvaluationPeriods) => {
  expect(alarms.get(name)).toMatchObject({ MetricName, Threshold, EvaluationPeriods });
});

test.each([
  ["scan-errors", "Errors", 8],
  ["event-errors", "Errors", 2],
  ["table-throttles", "ThrottledRequests", 8],
  ["table-errors", "SystemErrors", 8],
])("%s sums %s of %i", (name, metric, count) => {
  const metrics = JSON.stringify(alarms.get(name)?.Metrics);
  expect(metrics.match(new RegExp(`"MetricName":"${metric}"`, "g"))).toHaveLength(count);
});

test("the executions of each machine count that failed or timed out", () => {
  const metrics = JSON.stringify(alarms.get("scans-failed-easm")?.Metrics);
  expect(metrics).toContain('"Expression":"failed + timedOut"');
  expect(metrics).toMatch(/"MetricName":"ExecutionsFailed".*"MetricName":"ExecutionsTimedOut"/);
});

test("the API is counted under the name that API Gateway gives it, which is its document's title", () => {
  const [api] = ofType(loud, "AWS::ApiGateway::RestApi");
  expect(api?.Properties).toMatchObject({ Name: "palisade-prod-api", Body: { info: { title: "palisade-prod-api" } } });
  const found = ofType(loud, "AWS::CloudWatch::Alarm").find(({ Properties }) => Properties.MetricName === "5XXError");
  expect(found?.Properties.Dimensions).toEqual([{ Name: "ApiName", Value: "palisade-prod-api" }]);
});

describe("the topic", () => {
  test("is not there unless somebody is to be told", () => {
    for (const type of ["AWS::SNS::Topic", "AWS::KMS::Key"]) expect(ofType(quiet, type)).toEqual([]);
    for (const [, { AlarmActions, OKActions }] of alarmsOf(quiet)) expect([...AlarmActions, ...OKActions]).toEqual([]);
  });

  test("is told of every alarm, when it goes off and when it is over", () => {
    for (const [, { AlarmActions, OKActions }] of alarms) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringMatching(/^AlarmTopic/) }]);
      expect(OKActions).toEqual(AlarmActions);
    }
    expect(ofType(loud, "AWS::SNS::Subscription").map(({ Properties }) => Properties)).toMatchObject([
      { Protocol: "email", Endpoint: "on-call@example.com" },
    ]);
  });

  test("is encrypted with a key of its own, which rotates and which CloudWatch may use", () => {
    const [topic] = ofType(loud, "AWS::SNS::Topic");
    const [key] = ofType(loud, "AWS::KMS::Key");
    expect(JSON.stringify(topic?.Properties.KmsMasterKeyId)).toMatch(/AlarmTopicKey/);
    expect(key?.Properties).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Action: ["kms:Decrypt", "kms:GenerateDataKey"],
            Principal: { Service: "cloudwatch.amazonaws.com" },
          }),
        ]),
      },
    });
  });

  test("takes messages of this stack's alarms alone, and over TLS alone", () => {
    const [policy] = ofType(loud, "AWS::SNS::TopicPolicy");
    expect(policy?.Properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        expect.objectContaining({
          Effect: "Allow",
          Action: "sns:Publish",
          Principal: { Service: "cloudwatch.amazonaws.com" },
          Condition: {
            StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } },
            ArnLike: { "aws:SourceArn": expect.anything() },
          },
        }),
      ]),
    });
    expect(JSON.stringify(policy)).toContain(":alarm:palisade-prod-operations-*");
  });
});
