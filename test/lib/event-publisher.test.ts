import { expect, test } from "vitest";
import * as z from "zod";
import { AuditRow } from "../../functions/store/entities/audit-row.ts";
import {
  activityRecord,
  allow,
  allowedTo,
  arnOf,
  idOf,
  inserted,
  matches,
  propertiesOf,
  synthesizeEvents,
} from "./events-synthesized.ts";
import { webhookOf } from "./synthesized.ts";

const without = synthesizeEvents();
const plain = synthesizeEvents(webhookOf("plain"));
const deadLetters = idOf(without, "AWS::SQS::Queue", "DeadLetters");
const bus = idOf(without, "AWS::Events::EventBus");
const source = propertiesOf(without, "AWS::Lambda::EventSourceMapping", "Publisher");

test("reads the table's stream from its beginning, in batches that wait for a second at most", () => {
  expect(source).toMatchObject({
    EventSourceArn: { "Fn::GetStackOutput": { StackName: "palisade-prod-data" } },
    StartingPosition: "TRIM_HORIZON",
    BatchSize: 100,
    MaximumBatchingWindowInSeconds: 1,
    ParallelizationFactor: 4,
  });
});

test("tries again what fails, alone, until shortly before the stream forgets it, and then tells the dead letter queue", () => {
  expect(source).toMatchObject({
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    MaximumRecordAgeInSeconds: 23 * 3600,
    DestinationConfig: { OnFailure: { Destination: arnOf(deadLetters) } },
  });
  expect(source).not.toHaveProperty("MaximumRetryAttempts");
});

test("is called for new activity and for nothing else", () => {
  const { Filters } = z.object({ Filters: z.tuple([z.object({ Pattern: z.string() })]) }).parse(source.FilterCriteria);
  const pattern: unknown = JSON.parse(Filters[0].Pattern);
  expect(matches(pattern, activityRecord)).toBe(true);
  expect(matches(pattern, { ...activityRecord, eventName: "MODIFY" })).toBe(false);
  expect(matches(pattern, { ...activityRecord, eventName: "REMOVE", dynamodb: {} })).toBe(false);
  const audit = AuditRow.get({ id: "any" }).params<{ Key: Record<string, unknown> }>().Key;
  expect(matches(pattern, inserted({ ...audit, __edb_e__: AuditRow.schema.model.entity }))).toBe(false);
});

test("may read that stream, put events on the bus and set letters aside", () => {
  const stream = source.EventSourceArn;
  expect(allowedTo(without, "Publisher")).toEqual([
    allow(
      ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"],
      stream,
    ),
    allow(["events:PutEvents"], arnOf(bus)),
    allow(["sqs:SendMessage"], arnOf(deadLetters)),
  ]);
  expect(allowedTo(plain, "Publisher")).toEqual(allowedTo(without, "Publisher"));
});

test("knows bus and queues, and not the table", () => {
  for (const stack of [without, plain]) {
    expect(propertiesOf(stack, "AWS::Lambda::Function", "Publisher").Environment).toEqual({
      Variables: {
        POWERTOOLS_SERVICE_NAME: "palisade",
        LOG_LEVEL: "INFO",
        EVENT_BUS_NAME: { Ref: bus },
        DEAD_LETTER_QUEUE_URL: { Ref: deadLetters },
      },
    });
  }
});

test("writes to a log group of its own, in which Lambda does not report every call", () => {
  expect(propertiesOf(without, "AWS::Lambda::Function", "Publisher").LoggingConfig).toEqual({
    LogFormat: "JSON",
    ApplicationLogLevel: "INFO",
    SystemLogLevel: "WARN",
    LogGroup: { Ref: idOf(without, "AWS::Logs::LogGroup", "Publisher") },
  });
});
