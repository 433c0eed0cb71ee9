import { describe, expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { arnOf, idOf, propertiesOf } from "./events-synthesized.ts";
import { ofType, permissionsOf, synthesize, webhooks } from "./synthesized.ts";

const endpoints = await loadEndpoints();

describe.each(webhooks)("%s", (_, webhook) => {
  const stacks = synthesize(endpoints, { webhook });
  const stack = stacks.find(({ name }) => name === "palisade-prod-events");
  if (!stack) throw new Error("there is no events stack");
  const isSigned = webhook?.form === "signed";
  const deadLetters = idOf(stack, "AWS::SQS::Queue", "DeadLetters");

  test("the outputs are what an operator needs", () => {
    const described = Object.entries(stack.outputs).filter(([, { Description }]) => Description !== undefined);
    expect(Object.fromEntries(described.map(([name, { Value }]) => [name, Value]))).toEqual({
      EventBusName: { Ref: idOf(stack, "AWS::Events::EventBus") },
      EventLogGroup: { Ref: idOf(stack, "AWS::Logs::LogGroup", "EventLog") },
      DeadLetterQueueUrl: { Ref: deadLetters },
      ...(webhook ? { WebhookSecret: "palisade/webhook" } : {}),
      ...(isSigned
        ? {
            WebhookQueueUrl: { Ref: idOf(stack, "AWS::SQS::Queue", "WebhookSenderQueue") },
            UndeliverableQueueUrl: { Ref: idOf(stack, "AWS::SQS::Queue", "WebhookSenderUndeliverable") },
          }
        : {}),
    });
  });

  test("there is one publisher, and a sender only for a signed webhook", () => {
    expect(ofType([stack], "AWS::Lambda::Function").map(({ Properties }) => Properties.Description)).toEqual([
      ...(isSigned ? ["Palisade: sender of the webhook"] : []),
      "Palisade: publisher of events",
    ]);
  });

  test("the event bus posts to a plain webhook alone", () => {
    const count = webhook?.form === "plain" ? 1 : 0;
    expect(ofType([stack], "AWS::Events::ApiDestination")).toHaveLength(count);
    expect(ofType([stack], "AWS::Events::Connection")).toHaveLength(count);
    expect(ofType([stack], "AWS::Events::Rule")).toHaveLength(1 + count);
  });

  test("letters keep for 14 days in a queue without order, for the whole deployment", () => {
    const queue = propertiesOf(stack, "AWS::SQS::Queue", "DeadLetters");
    expect(queue.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(queue).not.toHaveProperty("FifoQueue");
  });

  test("each rule may set letters aside, and nothing else that is not of this account", () => {
    const rules = Object.entries(stack.resources).filter(([, { Type }]) => Type === "AWS::Events::Rule");
    expect(propertiesOf(stack, "AWS::SQS::QueuePolicy", "DeadLetters").PolicyDocument).toMatchObject({
      Statement: [
        { Effect: "Deny", Action: "sqs:*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
        ...rules.map(([rule]) => ({
          Effect: "Allow",
          Action: "sqs:SendMessage",
          Principal: { Service: "events.amazonaws.com" },
          Resource: arnOf(deadLetters),
          Condition: { ArnEquals: { "aws:SourceArn": arnOf(rule) } },
        })),
      ],
    });
  });

  test("every queue is encrypted and refuses requests without TLS", () => {
    const queues = ofType(stacks, "AWS::SQS::Queue");
    expect(queues).toHaveLength(isSigned ? 3 : 1);
    for (const { Properties } of queues) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const refusing = ofType(stacks, "AWS::SQS::QueuePolicy").filter(({ Properties }) =>
      JSON.stringify(Properties.PolicyDocument).includes('"Bool":{"aws:SecureTransport":"false"}},"Effect":"Deny"'),
    );
    expect(refusing).toHaveLength(queues.length);
  });

  test("templates refer to the webhook's token where the event bus needs it, and hold no secret", () => {
    const references = stacks.flatMap(({ text }) => text.match(/\{\{resolve:[^}]*\}\}/g) ?? []);
    const token = "{{resolve:secretsmanager:palisade/webhook:SecretString:token::}}";
    expect(references).toEqual(webhook?.form === "plain" ? [token] : []);
  });

  test("nobody may read the webhook's secret, or knows its name, but the sender", () => {
    const readers = permissionsOf(stacks).filter(
      ({ actions, resources }) =>
        actions.includes("secretsmanager:GetSecretValue") && !resources.every((arn) => arn.includes("MasterKey")),
    );
    expect(readers.map(({ role }) => role.replace(/[0-9A-F]{8}$/, ""))).toEqual(isSigned ? ["WebhookSenderRole"] : []);
    const told = ofType(stacks, "AWS::Lambda::Function").filter(({ Properties }) =>
      JSON.stringify(Properties.Environment).includes("palisade/webhook"),
    );
    expect(told.map(({ Properties }) => Properties.Description)).toEqual(
      isSigned ? ["Palisade: sender of the webhook"] : [],
    );
  });
});
