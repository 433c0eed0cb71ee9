import { describe, expect, test } from "vitest";
import * as z from "zod";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { scanSources } from "../../lib/scans-stack.ts";
import { taskOfState } from "../../statemachines/tasks.ts";
import { joined, ofType, synthesize } from "./synthesized.ts";

const endpoints = await loadEndpoints();

const stacks = synthesize(endpoints);
const functions = ofType(stacks, "AWS::Lambda::Function").map(({ Properties }) => Properties);

test("is five stacks named by stage", () => {
  expect(stacks.map(({ name }) => name)).toEqual(
    ["data", "events", "scans", "api", "operations"].map((part) => `palisade-prod-${part}`),
  );
  expect(synthesize([], { stage: "staging" }).map(({ name }) => name)).toContain("palisade-staging-api");
});

test("stays far below CloudFormation's limits of 500 resources and 1 MB a stack", () => {
  for (const { name, resources, text } of stacks) {
    expect(Object.keys(resources).length, name).toBeLessThan(400);
    expect(text.length, name).toBeLessThan(700_000);
  }
});

test("needs no bucket, container image or custom resource of its own", () => {
  const types = stacks.flatMap(({ resources }) => Object.values(resources).map(({ Type }) => Type));
  expect(types.filter((type) => /^(Custom::|AWS::CloudFormation::CustomResource|AWS::S3|AWS::ECR)/.test(type))).toEqual(
    [],
  );
});

test("cannot be given the switch that lets scans reach internal addresses", () => {
  for (const { text } of stacks) expect(text).not.toMatch(/SCAN_ALLOWED_CIDRS|allowedCidrs|SCAN_DNS_SERVER/);
});

describe("functions", () => {
  test("one for each endpoint and scan task, one for unknown routes, and the publisher of events", () => {
    const descriptions = functions.map(({ Description }) => Description);
    for (const { endpoint } of endpoints) {
      expect(descriptions).toContain(`Palisade: ${endpoint.method} ${endpoint.path}`);
    }
    expect(functions.length).toBe(endpoints.length + scanSources.length + 2);
  });

  test.each(functions.map((properties) => [String(properties.Description), properties] as const))(
    "%s runs on ARM64 and Node 24, bounded, with an explicit role and log group",
    (_, properties) => {
      expect(properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Handler: "index.handler",
        LoggingConfig: { LogGroup: expect.anything(), LogFormat: "JSON", ApplicationLogLevel: "INFO" },
        Role: expect.anything(),
        Environment: { Variables: { POWERTOOLS_SERVICE_NAME: "palisade", LOG_LEVEL: "INFO" } },
      });
      expect(properties.Timeout).toBeLessThanOrEqual(900);
    },
  );

  test("log groups expire", () => {
    const groups = ofType(stacks, "AWS::Logs::LogGroup");
    expect(groups.length).toBeGreaterThan(0);
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toEqual(expect.any(Number));
  });

  test("the environment holds names and ARNs, never the secret itself", () => {
    for (const { text } of stacks) expect(text).not.toContain("{{resolve:");
  });
});

describe("data", () => {
  const [table] = ofType(stacks, "AWS::DynamoDB::Table");

  test("the table is on demand, recoverable, protected, streamed and expiring", () => {
    expect(table?.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    });
    expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject([
      {
        IndexName: "gsi1",
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: expect.arrayContaining(["severity"]) },
      },
    ]);
  });

  test("table and master key survive a deletion of their stack", () => {
    expect(table?.DeletionPolicy).toBe("Retain");
    expect(ofType(stacks, "AWS::SecretsManager::Secret")).toMatchObject([
      {
        DeletionPolicy: "Retain",
        Properties: { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
      },
    ]);
  });
});

describe("scans", () => {
  test("one Standard state machine logs everything but data", () => {
    expect(ofType(stacks, "AWS::StepFunctions::StateMachine").map(({ Properties }) => Properties)).toMatchObject([
      {
        StateMachineName: "palisade-prod-scans-easm",
        StateMachineType: "STANDARD",
        LoggingConfiguration: { Level: "ALL", IncludeExecutionData: false },
        TracingConfiguration: { Enabled: true },
      },
    ]);
  });

  test("each Task state invokes the function of its task", () => {
    const [machine] = ofType(stacks, "AWS::StepFunctions::StateMachine");
    const { DefinitionString } = z.object({ DefinitionString: joined }).parse(machine?.Properties);
    const invoked = [...DefinitionString.matchAll(/"([^"]+)":\{"Type":"Task","Resource":"Tasks(\w+?)[0-9A-F]{8}"/g)];
    expect(invoked.length).toBe(4 + 3 * stagesOf.easm.length);
    for (const [, state = "", name] of invoked) expect(taskOfState(state).replaceAll("-", "")).toBe(name);
  });

  test("the sweeper runs every five minutes, and when an execution ends badly", () => {
    const scans = stacks.filter(({ name }) => name === "palisade-prod-scans");
    const rules = ofType(scans, "AWS::Events::Rule").map(({ Properties }) => Properties);
    expect(rules.map(({ ScheduleExpression }) => ScheduleExpression)).toContain("rate(5 minutes)");
    expect(rules.map(({ EventPattern }) => EventPattern)).toContainEqual({
      source: ["aws.states"],
      "detail-type": ["Step Functions Execution Status Change"],
      detail: { status: ["FAILED", "TIMED_OUT", "ABORTED"], stateMachineArn: [expect.anything()] },
    });
    expect(new Set(rules.map(({ Targets }) => JSON.stringify(Targets).match(/Sweep\w+/)?.[0])).size).toBe(1);
  });
});
