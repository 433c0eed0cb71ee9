import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { scanSources } from "../../lib/scans-stack.ts";
import { source } from "../../lib/sources.ts";
import { taskNames, taskOfState, taskSeconds } from "../../statemachines/tasks.ts";
import { everything, joined, ofType, type SynthesizedStack, synthesize, webhookOf } from "./synthesized.ts";

const endpoints = await loadEndpoints();

const stacks = synthesize(endpoints);
const functions = ofType(stacks, "AWS::Lambda::Function").map(({ Properties }) => Properties);

test("is five stacks named by stage", () => {
  expect(stacks.map(({ name }) => name)).toEqual(
    ["data", "events", "scans", "api", "operations"].map((part) => `palisade-prod-${part}`),
  );
  expect(synthesize([], { stage: "staging" }).map(({ name }) => name)).toContain("palisade-staging-api");
});

describe("CloudFormation's limits of 500 resources and 1 MB a stack", () => {
  const whole = synthesize(endpoints, { ...everything, webhook: webhookOf("signed") });
  const count = ({ resources }: SynthesizedStack) => Object.keys(resources).length;

  test("are far away, also with everything on", () => {
    for (const stack of [...stacks, ...whole]) {
      expect(count(stack), stack.name).toBeLessThan(400);
      expect(stack.text.length, stack.name).toBeLessThan(700_000);
    }
  });

  test("are as far away as the guide for operators says, whose figures are rounded up to tens", () => {
    const tens = (deployed: readonly SynthesizedStack[]) => deployed.map((stack) => Math.ceil(count(stack) / 10) * 10);
    const guide = readFileSync(source("docs/operations.md"), "utf8");
    const [bare, full] = [tens(stacks), tens(whole)];
    for (const [index, part] of ["data", "events", "scans", "api", "operations"].entries())
      expect(guide).toContain(`| \`${part}\` | ${bare[index]} | ${full[index]} |`);
  });
});

test("a restored table changes every resource, so that each is updated and asks anew for what other stacks tell", () => {
  // The gateway's deployment is named by what it deploys.
  const resourcesOf = (deployed: readonly SynthesizedStack[]) =>
    deployed.flatMap(({ name, resources }) =>
      Object.entries(resources).map(
        ([id, resource]) => [`${name} ${id.replace(/[0-9a-f]{32}$/, "")}`, resource] as const,
      ),
    );
  const before = new Map(resourcesOf(stacks));
  const after = resourcesOf(synthesize(endpoints, { restoredTable: "palisade-restored" }));
  expect(after.map(([id]) => id)).toEqual([...before.keys()]);
  const mark = "palisade:restored-table";
  for (const [id, { Metadata, Properties }] of after) {
    expect(Metadata[mark], id).toBe("palisade-restored");
    // What takes tags has one too: a property, which is a change for the resource's own service.
    if (Array.isArray(before.get(id)?.Properties.Tags))
      expect(Properties.Tags, id).toContainEqual({ Key: mark, Value: "palisade-restored" });
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

  test("endpoints end before the gateway gives up", () => {
    for (const { endpoint } of endpoints) {
      const found = functions.find(
        ({ Description }) => Description === `Palisade: ${endpoint.method} ${endpoint.path}`,
      );
      expect(found?.Timeout).toBeLessThanOrEqual(29);
    }
  });

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

  test("each task has the time and, where the operator reserves it, the concurrency that is meant for it", () => {
    const reserved = synthesize([], { scannerConcurrency: 25 });
    for (const deployed of [stacks, reserved]) {
      const tasks = ofType(deployed, "AWS::Lambda::Function").map(({ Properties }) => Properties);
      for (const name of taskNames) {
        const task = tasks.find(({ Description }) => Description === `Palisade: scan task ${name}`);
        expect(task?.Timeout, name).toBe(taskSeconds[name]);
        expect(task?.ReservedConcurrentExecutions).toBe(
          deployed === reserved && name === "run-scanner" ? 25 : undefined,
        );
      }
      const others = tasks.filter(({ Description }) => !String(Description).startsWith("Palisade: scan task"));
      for (const { ReservedConcurrentExecutions } of others) expect(ReservedConcurrentExecutions).toBeUndefined();
    }
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
