import { expect, test } from "vitest";
import { allow, allowedTo, arnOf, idOf, propertiesOf, synthesizeEvents } from "./events-synthesized.ts";
import { webhookOf } from "./synthesized.ts";

const stack = synthesizeEvents(webhookOf("signed"));
const deadLetters = idOf(stack, "AWS::SQS::Queue", "DeadLetters");
const queueId = idOf(stack, "AWS::SQS::Queue", "WebhookSenderQueue");
const undeliverable = idOf(stack, "AWS::SQS::Queue", "WebhookSenderUndeliverable");
const queue = propertiesOf(stack, "AWS::SQS::Queue", queueId);
const sender = propertiesOf(stack, "AWS::Lambda::Function", "WebhookSender");

test("is behind a queue that keeps the order of each org, for longer than the sender tries", () => {
  expect(queue).toMatchObject({
    FifoQueue: true,
    DeduplicationScope: "messageGroup",
    FifoThroughputLimit: "perMessageGroupId",
    MessageRetentionPeriod: 14 * 24 * 3600,
    RedrivePolicy: { deadLetterTargetArn: arnOf(undeliverable), maxReceiveCount: 400 },
  });
  expect(queue).not.toHaveProperty("ContentBasedDeduplication");
  expect(propertiesOf(stack, "AWS::SQS::Queue", undeliverable)).toMatchObject({
    FifoQueue: true,
    MessageRetentionPeriod: 14 * 24 * 3600,
  });
  expect(stack.outputs.WebhookQueueUrl?.Value).toEqual({ Ref: queueId });
});

test("is posted to by a function, whose batch fits its time, and whose messages stay hidden for six times of it", () => {
  expect(propertiesOf(stack, "AWS::Lambda::EventSourceMapping", "WebhookSender")).toMatchObject({
    EventSourceArn: arnOf(queueId),
    BatchSize: 10,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    ScalingConfig: { MaximumConcurrency: 10 },
  });
  expect(sender.Timeout).toBe(120);
  expect(queue.VisibilityTimeout).toBe(6 * 120);
});

test("gets its events from the publisher, which may put them into the queue", () => {
  expect(propertiesOf(stack, "AWS::Lambda::Function", "Publisher").Environment).toMatchObject({
    Variables: { WEBHOOK_QUEUE_URL: { Ref: queueId } },
  });
  expect(allowedTo(stack, "Publisher").filter(({ actions }) => actions.includes("sqs:SendMessage"))).toEqual([
    allow(["sqs:SendMessage"], arnOf(deadLetters), arnOf(queueId)),
  ]);
});

test("is known to its sender, with the names of queues and secret", () => {
  expect(sender.Environment).toMatchObject({
    Variables: {
      SIEM_WEBHOOK_URL: "https://siem.example.com/palisade",
      WEBHOOK_SECRET_ID: "palisade/webhook",
      WEBHOOK_QUEUE_URL: { Ref: queueId },
      DEAD_LETTER_QUEUE_URL: { Ref: deadLetters },
    },
  });
});

test("has a sender that may empty the queue, set letters aside and read the one secret", () => {
  expect(allowedTo(stack, "WebhookSender")).toEqual([
    allow(
      ["sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
      arnOf(queueId),
    ),
    allow(["sqs:SendMessage"], arnOf(deadLetters)),
    // Six characters of Secrets Manager's own, not any others.
    {
      ...allow(["secretsmanager:GetSecretValue"]),
      resources: [expect.stringMatching(/:secret:palisade\/webhook-\?{6}"\]\]\}$/)],
    },
  ]);
});
