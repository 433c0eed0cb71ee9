import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EventLine, eventLine, oneLine } from "../../functions/domain/event-line.ts";
import { activity } from "../../functions/domain/events.ts";
import type * as replay from "../../functions/events/replay.ts";
import { AwsError } from "../../local/aws-json.ts";
import { EventAws, refusing } from "../support/event-aws.ts";

const aws = new EventAws();
let client: SQSClient;
let again: typeof replay;

beforeAll(async () => {
  await aws.start();
  again = await import("../../functions/events/replay.ts");
  client = new SQSClient({});
});
beforeEach(() => aws.reset());
afterAll(async () => {
  client.destroy();
  await aws.stop();
});

const lineOf = (number: number): EventLine =>
  eventLine(
    activity("org.updated", {
      id: `01a1ff67-3e20-7385-a390-${String(number).padStart(12, "0")}`,
      occurredAt: new Date(Date.UTC(2026, 0, 1)),
      org: { id: "org-id", slug: "acme", customer_id: "acme" },
      actor: { name: "ui", kind: "admin", admin_key_prefix: "", ip: "" },
      targetId: "org-id",
    }),
  );
const letterOf = (line: EventLine) => ({ event_id: line.event_id, org_id: "org-id", reason: "r", line: oneLine(line) });
const url = (name: string) => String(process.env[name]);
const replayed = (how = again.throughQueue(client, url("WEBHOOK_QUEUE_URL"))) =>
  again.replayDeadLetters(client, url("DEAD_LETTER_QUEUE_URL"), how);

describe("dead letters", () => {
  test("go into the webhook's queue again, each once, and are gone", async () => {
    const lines = Array.from({ length: 25 }, (_, number) => lineOf(number));
    for (const line of lines) aws.deadLetters.send({ body: oneLine(letterOf(line)) });
    expect(await replayed()).toEqual({ replayed: 25, left: 0, elsewhere: 0 });
    expect(aws.webhookQueue.receive(100)).toMatchObject(
      lines.map((line) => ({ body: oneLine(line), group: "org-id" })),
    );
    expect(aws.deadLetters.size).toBe(0);
  });

  test("that were sent minutes ago are no repetition to the queue", async () => {
    const line = lineOf(1);
    aws.webhookQueue.send({ body: oneLine(line), group: "org-id", deduplicationId: line.event_id });
    aws.deadLetters.send({ body: oneLine(letterOf(line)) });
    await replayed();
    expect(aws.webhookQueue.size).toBe(2);
  });

  test("go on the bus again", async () => {
    aws.deadLetters.send({ body: oneLine(letterOf(lineOf(1))) });
    expect(await replayed(again.throughBus)).toEqual({ replayed: 1, left: 0, elsewhere: 0 });
    expect(aws.lines).toEqual([oneLine(lineOf(1))]);
  });

  test("without an event stay", async () => {
    aws.deadLetters.send({ body: oneLine({ event_id: "x", org_id: "y", reason: "r", line: "{}" }) });
    aws.deadLetters.send({ body: "no JSON" });
    aws.deadLetters.send({ body: JSON.stringify({ DDBStreamBatchInfo: { shardId: "s" } }) });
    expect(await replayed()).toEqual({ replayed: 0, left: 3, elsewhere: 0 });
    expect([aws.deadLetters.size, aws.deadLetters.inFlight]).toEqual([3, 0]);
  });

  test("that somebody else has received are told", async () => {
    for (const number of [1, 2, 3]) aws.deadLetters.send({ body: oneLine(letterOf(lineOf(number))) });
    aws.deadLetters.send({ body: "no JSON" });
    aws.deadLetters.receive(2);
    expect(await replayed()).toEqual({ replayed: 1, left: 1, elsewhere: 2 });
    expect(aws.deadLetters.inFlight).toBe(2);
  });

  test("stay when their destination does not take them", async () => {
    aws.deadLetters.send({ body: oneLine(letterOf(lineOf(1))) });
    aws.faults.set("AWSEvents.PutEvents", refusing);
    await expect(replayed(again.throughBus)).rejects.toThrow("not today");
    expect(aws.deadLetters.size).toBe(1);
  });

  test("are there for the next attempt, all that were in hand", async () => {
    for (let number = 0; number < 12; number += 1)
      aws.deadLetters.send({ body: number === 0 ? "no JSON" : oneLine(letterOf(lineOf(number))) });
    let taken = 0;
    aws.faults.set("AWSEvents.PutEvents", (input, usual) => {
      taken += 1;
      return taken > 3 ? refusing() : usual(input);
    });
    await expect(replayed(again.throughBus)).rejects.toThrow("not today");
    expect([aws.deadLetters.size, aws.deadLetters.inFlight]).toEqual([9, 0]);
    aws.faults.clear();
    expect(await replayed(again.throughBus)).toEqual({ replayed: 8, left: 1, elsewhere: 0 });
  });

  test("that cannot be given back hide no failure", async () => {
    aws.deadLetters.send({ body: oneLine(letterOf(lineOf(1))) });
    aws.faults.set("AWSEvents.PutEvents", refusing);
    aws.faults.set("AmazonSQS.ChangeMessageVisibilityBatch", () => {
      throw new AwsError("ExpiredTokenException", "expired");
    });
    await expect(replayed(again.throughBus)).rejects.toThrow("not today");
  });
});

describe("the event of a letter", () => {
  const line = lineOf(1);
  test.each([
    ["of this service", letterOf(line), "org-id"],
    [
      "of EventBridge",
      { id: "e", "detail-type": "org.updated", detail: { activity: line, line: oneLine(line) } },
      "acme",
    ],
    ["that is the line", line, "acme"],
  ])("%s", (_, letter, group) => {
    expect(again.eventIn(JSON.stringify(letter))).toEqual({ group, line: JSON.parse(oneLine(line)) });
  });
});
