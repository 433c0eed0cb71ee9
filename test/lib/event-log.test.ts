import { beforeAll, expect, test } from "vitest";
import { oneLine } from "../../functions/domain/event-line.ts";
import {
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
import { joined } from "./synthesized.ts";

const stack = synthesizeEvents();
const deadLetters = idOf(stack, "AWS::SQS::Queue", "DeadLetters");
const bus = idOf(stack, "AWS::Events::EventBus");
const { EventBusName, EventPattern, Targets } = ruleOf(stack, "EventLog");
const [target] = Targets;
const logGroup = idOf(stack, "AWS::Logs::LogGroup", "EventLog");
let event: Awaited<ReturnType<typeof published>>;

beforeAll(async () => {
  event = await published();
});

test("gets everything that the publisher puts on the bus", () => {
  expect(EventBusName).toEqual({ Ref: bus });
  expect(matches(EventPattern, event)).toBe(true);
  expect(matches(EventPattern, { ...event, source: "aws.events" })).toBe(false);
});

test("holds the lines as they are, at their time", () => {
  const { InputPathsMap, InputTemplate } = target.InputTransformer;
  // Placeholders without quotes: EventBridge spells each value as JSON.
  const entry: unknown = JSON.parse(
    InputTemplate.replaceAll(/<([\w-]+)>/g, (_, name: string) => JSON.stringify(at(InputPathsMap[name] ?? "", event))),
  );
  expect(entry).toEqual({ timestamp: line.ts, message: oneLine(line) });
  expect(InputTemplate).toBe('{"timestamp":<time>,"message":<detail-line>}');
  expect(InputPathsMap["detail-line"]).toBe("$.detail.line");
});

test("is a log group of EventBridge's that expires, and outlives the stack without being in the way of the next", () => {
  const { LogGroupName, RetentionInDays } = propertiesOf(stack, "AWS::Logs::LogGroup", logGroup);
  expect(JSON.stringify(LogGroupName)).toMatch(/"\/aws\/events\/palisade-prod-events-".*AWS::StackId/);
  expect(RetentionInDays).toBe(365);
  expect(stack.resources[logGroup]?.DeletionPolicy).toBe("Retain");
  expect(stack.outputs.EventLogGroup?.Value).toEqual({ Ref: logGroup });
});

test("is the target by its plain ARN, for a day and 185 times, then the dead letter queue is", () => {
  expect(JSON.stringify(target.Arn)).toMatch(new RegExp(`":log-group:",\\{"Ref":"${logGroup}"\\}\\]\\]\\}$`));
  expect(target).toMatchObject({
    RetryPolicy: { MaximumEventAgeInSeconds: 24 * 3600, MaximumRetryAttempts: 185 },
    DeadLetterConfig: { Arn: arnOf(deadLetters) },
  });
  expect(target).not.toHaveProperty("RoleArn");
});

test("is written to by its rule alone", () => {
  const policy = joined.parse(propertiesOf(stack, "AWS::Logs::ResourcePolicy").PolicyDocument);
  const services = { Service: ["events.amazonaws.com", "delivery.logs.amazonaws.com"] };
  expect(JSON.parse(policy)).toMatchObject({
    Statement: [
      { Effect: "Allow", Action: "logs:CreateLogStream", Resource: logGroup, Principal: services },
      {
        Effect: "Allow",
        Action: "logs:PutLogEvents",
        Resource: logGroup,
        Principal: services,
        Condition: { ArnEquals: { "aws:SourceArn": idOf(stack, "AWS::Events::Rule", "EventLog") } },
      },
    ],
  });
});
