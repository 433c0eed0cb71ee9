import { expect, test } from "vitest";
import { oneLine } from "../../functions/domain/event-line.ts";
import {
  allow,
  allowedTo,
  arnOf,
  at,
  idOf,
  line,
  matches,
  propertiesOf,
  published,
  ruleOf,
  synthesizeEvents,
} from "./events-synthesized.ts";
import { webhookOf } from "./synthesized.ts";

const stack = synthesizeEvents(webhookOf("plain"));
const deadLetters = idOf(stack, "AWS::SQS::Queue", "DeadLetters");
const bus = idOf(stack, "AWS::Events::EventBus");
const { EventBusName, EventPattern, Targets } = ruleOf(stack, "Webhook");
const destination = idOf(stack, "AWS::Events::ApiDestination");

test("gets the bearer token from the secret, which the template only refers to", () => {
  expect(propertiesOf(stack, "AWS::Events::Connection")).toMatchObject({
    AuthorizationType: "API_KEY",
    AuthParameters: {
      ApiKeyAuthParameters: {
        ApiKeyName: "Authorization",
        ApiKeyValue: "Bearer {{resolve:secretsmanager:palisade/webhook:SecretString:token::}}",
      },
    },
  });
});

test("is posted to, at the operator's URL, no more often than a hundred times a second", () => {
  expect(propertiesOf(stack, "AWS::Events::ApiDestination")).toMatchObject({
    ConnectionArn: arnOf(idOf(stack, "AWS::Events::Connection")),
    HttpMethod: "POST",
    InvocationEndpoint: "https://siem.example.com/palisade",
    InvocationRateLimitPerSecond: 100,
  });
});

test("gets each event as the object that its line holds", async () => {
  const event = await published();
  expect(EventBusName).toEqual({ Ref: bus });
  expect(matches(EventPattern, event)).toBe(true);
  expect(Targets[0].InputPath).toBe("$.detail.activity");
  expect(at(Targets[0].InputPath, event)).toEqual(JSON.parse(oneLine(line)));
});

test("is tried for a day and 185 times, then the dead letter queue gets the event", () => {
  expect(Targets[0]).toMatchObject({
    Arn: arnOf(destination),
    RetryPolicy: { MaximumEventAgeInSeconds: 24 * 3600, MaximumRetryAttempts: 185 },
    DeadLetterConfig: { Arn: arnOf(deadLetters) },
    RoleArn: arnOf(idOf(stack, "AWS::IAM::Role", "Webhook")),
  });
});

test("is what its role may post to, and nothing else", () => {
  expect(allowedTo(stack, "Webhook")).toEqual([allow(["events:InvokeApiDestination"], arnOf(destination))]);
});
