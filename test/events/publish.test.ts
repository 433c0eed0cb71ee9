import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventLine, oneLine } from "../../functions/domain/event-line.ts";
import { type Activity, activity } from "../../functions/domain/events.ts";
import type * as publisher from "../../functions/events/publish.ts";
import { ActivityRow } from "../../functions/store/entities/activity.ts";
import { EventAws, refusing } from "../support/event-aws.ts";
import { hostileText } from "../support/hostile-text.ts";

const aws = new EventAws();
let publish: typeof publisher.handler;
let printed: string;

beforeAll(async () => {
  await aws.start();
  ({ handler: publish } = await import("../../functions/events/publish.ts"));
});
beforeEach(() => {
  aws.reset();
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    printed += text;
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => aws.stop());

const actor = { name: "ui", kind: "admin" as const, admin_key_prefix: "pal_adm_AAAAAAAAAAAA", ip: "192.0.2.1" };

const happened = (number: number, org = "org-a", text = "Acme"): Activity =>
  activity("org.updated", {
    id: `01a1ff67-3e20-7385-a390-${String(number).padStart(12, "0")}`,
    occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)),
    org: { id: org, slug: org, customer_id: org },
    actor,
    targetId: org,
    target: text,
    detail: { text },
  });

/** A row as the stream shows it, made by the entity that writes it. */
const inserted = (row: Activity, spoilt: Readonly<Record<string, unknown>> = {}): DynamoDBRecord => {
  const { Item } = ActivityRow.put(row).params<{ Item: Record<string, unknown> }>();
  const image = marshall({ ...Item, ...spoilt }, { removeUndefinedValues: true });
  return {
    eventID: `record-${row.id}`,
    eventName: "INSERT",
    dynamodb: { SequenceNumber: `sequence-${row.id}`, NewImage: image as never },
  };
};

const rows = (count: number, org?: string): Activity[] =>
  Array.from({ length: count }, (_, index) => happened(index, org));
const linesOf = (all: readonly Activity[]): string[] => all.map((row) => oneLine(eventLine(row)));
const printedLines = (): string[] => printed.split("\n").slice(0, -1);

describe("rows of the activity trail", () => {
  test("go to the bus, to the webhook's queue and to standard output, the same line each, in their order", async () => {
    const all = rows(25);
    expect(await publish({ Records: all.map((row) => inserted(row)) })).toEqual({ batchItemFailures: [] });
    expect(aws.lines).toEqual(linesOf(all));
    expect(aws.bodies("webhookQueue")).toEqual(linesOf(all));
    expect(printedLines()).toEqual(linesOf(all));
  });

  test("stand alone: other rows, and changes, are nobody's event", async () => {
    const row = inserted(happened(1));
    const otherEntity = inserted(happened(2), { __edb_e__: "finding" });
    const changed = { ...inserted(happened(3)), eventName: "MODIFY" as const };
    const removed = { ...inserted(happened(4)), eventName: "REMOVE" as const };
    await publish({ Records: [otherEntity, row, changed, removed] });
    expect(aws.lines).toEqual(linesOf([happened(1)]));
  });

  test("carry on the bus what rules match, and the line as text", async () => {
    let entries: readonly Record<string, unknown>[] = [];
    aws.faults.set("AWSEvents.PutEvents", (input, usual) => {
      ({ Entries: entries } = input as { Entries: Record<string, unknown>[] });
      return usual(input);
    });
    await publish({ Records: [inserted(happened(1))] });
    const [entry] = entries;
    expect(entry).toMatchObject({ EventBusName: "palisade", Source: "palisade", DetailType: "org.updated" });
    const line = eventLine(happened(1));
    expect(JSON.parse(String(entry?.Detail))).toEqual({ activity: line, line: oneLine(line) });
  });

  test("of several orgs keep their order in each", async () => {
    const all = Array.from({ length: 30 }, (_, index) => happened(index, `org-${index % 3}`));
    await publish({ Records: all.map((row) => inserted(row)) });
    const queued = aws.bodies("webhookQueue").map((body) => JSON.parse(body));
    for (const org of ["org-0", "org-1", "org-2"])
      expect(queued.filter((line) => line.org === org)).toEqual(
        all.filter((row) => row.org === org).map((row) => JSON.parse(JSON.stringify(eventLine(row)))),
      );
  });

  test("are one line of JSON each, whatever 10,000 texts hold", async () => {
    const texts = fc
      .sample(hostileText, { numRuns: 10_000, seed: 7 })
      .map((text) => text.toWellFormed().slice(0, 3000));
    for (let first = 0; first < texts.length; first += 1000) {
      const all = texts.slice(first, first + 1000).map((text, index) => happened(first + index, "org-a", text));
      await publish({ Records: all.map((row) => inserted(row)) });
    }
    expect(printedLines()).toHaveLength(texts.length);
    expect(aws.lines).toEqual(printedLines());
    expect(printed).not.toMatch(/[^\P{Cc}\n]|[\p{Zl}\p{Zp}]/u);
    expect(printedLines().map((line) => JSON.parse(line).detail.text)).toEqual(texts);
  });
});

const poisons: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "lacks a field": { actor: undefined },
  "has a level that there is not": { level: "LOUD" },
  "has no detail": { detail: "text" },
  "is larger than the bus takes": { detail: { text: "x".repeat(300_000) } },
};

describe("a row that cannot be told", () => {
  test.each(Object.entries(poisons))(
    "because it %s goes to the dead letters, and the rest is delivered",
    async (_, spoilt) => {
      const all = rows(12);
      const records = all.map((row, index) => inserted(row, index === 5 ? spoilt : {}));
      expect(await publish({ Records: records })).toEqual({ batchItemFailures: [] });
      const others = linesOf(all.filter((_row, index) => index !== 5));
      expect(aws.lines).toEqual(others);
      expect(printedLines()).toEqual(others);
      const letters = aws.bodies("deadLetters").map((body) => JSON.parse(body));
      expect(letters).toEqual([
        { event_id: all[5]?.id, org_id: "org-a", reason: expect.any(String), line: expect.any(String) },
      ]);
    },
  );

  test("by the bus alone goes to the dead letters with its line", async () => {
    const all = rows(3);
    aws.faults.set("AWSEvents.PutEvents", (input, usual) => {
      const { Entries } = input as { Entries: { Detail: string }[] };
      const result = usual(input) as { Entries: object[] };
      const isSecond = ({ Detail }: { Detail: string }) => Detail.includes(all[1]?.id ?? "?");
      const refused = { ErrorCode: "MalformedDetail", ErrorMessage: "no" };
      return { Entries: Entries.map((entry, index) => (isSecond(entry) ? refused : result.Entries[index])) };
    });
    expect(await publish({ Records: all.map((row) => inserted(row)) })).toEqual({ batchItemFailures: [] });
    expect(aws.bodies("deadLetters").map((body) => JSON.parse(body))).toEqual([
      {
        event_id: all[1]?.id,
        org_id: "org-a",
        reason: expect.stringContaining("MalformedDetail"),
        line: linesOf(all)[1],
      },
    ]);
  });
});

describe("a destination that does not answer", () => {
  test.each(["AWSEvents.PutEvents", "AmazonSQS.SendMessage"])(
    "(%s) makes the records come again from the first one that it did not take, and nothing is lost",
    async (operation) => {
      const all = rows(25);
      const records = all.map((row) => inserted(row));
      let calls = 0;
      aws.faults.set(operation, (input, usual) => (++calls > 1 ? refusing() : usual(input)));
      const { batchItemFailures } = await publish({ Records: records });
      expect(batchItemFailures).toHaveLength(1);
      const from = records.findIndex(
        ({ dynamodb }) => dynamodb?.SequenceNumber === batchItemFailures[0]?.itemIdentifier,
      );
      expect(from).toBeLessThanOrEqual(10);
      aws.faults.clear();
      expect(await publish({ Records: records.slice(from) })).toEqual({ batchItemFailures: [] });
      const ids = (lines: readonly string[]) => [...new Set(lines.map((line) => JSON.parse(line).event_id))];
      expect(ids(aws.lines)).toEqual(all.map(({ id }) => id));
      expect(ids(aws.bodies("webhookQueue"))).toEqual(all.map(({ id }) => id));
      expect(printedLines()).toEqual(linesOf(all));
    },
  );

  test("for some entries gets these again at once", async () => {
    const all = rows(4);
    let calls = 0;
    aws.faults.set("AWSEvents.PutEvents", (input, usual) => {
      calls += 1;
      if (calls > 1) return usual(input);
      const { Entries } = input as { Entries: object[] };
      const throttled = { ErrorCode: "ThrottlingException" };
      const taken = usual({ Entries: Entries.slice(0, 2) }) as { Entries: object[] };
      return { Entries: [...taken.Entries, throttled, throttled] };
    });
    expect(await publish({ Records: all.map((row) => inserted(row)) })).toEqual({ batchItemFailures: [] });
    expect(aws.lines).toEqual(linesOf(all));
  });

  test("records that are delivered twice give the same lines twice", async () => {
    const records = rows(2).map((row) => inserted(row));
    await publish({ Records: records });
    await publish({ Records: records });
    expect(aws.lines).toEqual([...linesOf(rows(2)), ...linesOf(rows(2))]);
    // The queue knows the second ones for repetitions.
    expect(aws.bodies("webhookQueue")).toEqual(linesOf(rows(2)));
  });

  test("gets no dead letters twice", async () => {
    const records = rows(12).map((row, index) => inserted(row, index === 11 ? { actor: undefined } : {}));
    aws.faults.set("AmazonSQS.SendMessage", (input, usual) =>
      String((input as { QueueUrl: string }).QueueUrl).includes("webhook") ? refusing() : usual(input),
    );
    await publish({ Records: records });
    expect(aws.bodies("deadLetters")).toEqual([]);
  });
});

test("EVENT_STREAM=off keeps standard output free", async () => {
  vi.stubEnv("EVENT_STREAM", "off");
  await publish({ Records: [inserted(happened(1))] });
  vi.unstubAllEnvs();
  expect(printed).toBe("");
  expect(aws.lines).toHaveLength(1);
});
