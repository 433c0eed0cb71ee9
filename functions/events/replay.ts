import { randomUUID } from "node:crypto";
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { type EventLine, eventLine, oneLine, STREAM_NAME } from "../domain/event-line.ts";
import type { EventKind } from "../domain/events.ts";
import { ActivityRow } from "../store/entities/activity.ts";
import { putEvents } from "./bus.ts";
import { setAside } from "./dead-letters.ts";
import { print } from "./event-stream.ts";
import { queueForWebhook } from "./webhook-queue.ts";

/** An event that is to be delivered once more. */
export interface PastEvent {
  /** Events of one group stay in their order: the org. */
  readonly group: string;
  readonly line: EventLine;
}

/** Delivers an event once more, with the `event_id` that it always had. */
export type Again = (event: PastEvent) => Promise<void>;

/** Through the queue of the webhook, whose sender posts it. */
export const throughQueue =
  (client: SQSClient, queueUrl: string): Again =>
  async ({ group, line }) => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageGroupId: group,
        // Under the event's own id the queue would take it for a repetition and drop it, for some minutes.
        MessageDeduplicationId: randomUUID(),
        MessageBody: oneLine(line),
      }),
    );
  };

/** Through the bus, to everything that listens there. */
export const throughBus: Again = async ({ line }) => {
  const event = { line, text: oneLine(line) };
  const reason = (await putEvents([event])).get(event);
  if (reason !== undefined) throw new Error(reason);
};

/** To the webhook's queue, the bus and standard output, as if it had happened now. */
export const everywhere: Again = async ({ group, line }) => {
  const text = oneLine(line);
  const unqueued = await queueForWebhook([{ orgId: group, eventId: line.event_id, text }]);
  const reason = unqueued.get(line.event_id);
  if (reason !== undefined) await setAside({ event_id: line.event_id, org_id: group, reason, line: text });
  await throughBus({ group, line });
  await print([text]);
};

/** What came of a queue of dead letters. */
export interface Replayed {
  readonly replayed: number;
  /** Letters that hold no event: they stay. */
  readonly left: number;
  /** Letters that somebody else has received, about: they may be gone soon, or come back. */
  readonly elsewhere: number;
}

const LETTERS_AT_ONCE = 10;
/** Letters in hand are out of sight for so long, unless they are given back. */
export const LETTER_SECONDS = 900;
/** A queue is spread over many machines, and asks them all only when it may wait. */
const WAIT_SECONDS = 2;

/** Receipts of the letters in hand, by the ids of their messages. */
type Hand = Map<string, string>;

/**
 * Delivers every event among the dead letters once more and takes its letter away. Throws when one cannot be delivered.
 * In both cases the letters that stay can be received again at once.
 */
export async function replayDeadLetters(client: SQSClient, queueUrl: string, again: Again): Promise<Replayed> {
  const hand: Hand = new Map();
  try {
    const replayed = await replayLetters(client, queueUrl, again, hand);
    const elsewhere = Math.max(0, (await inFlight(client, queueUrl)) - hand.size);
    return { replayed, left: hand.size, elsewhere };
  } finally {
    // Where this fails too, what went wrong before it says more; the letters come back by themselves.
    await giveBack(client, queueUrl, hand).catch(() => undefined);
  }
}

/** Returns how many events these were. What is in hand then, also after a failure, stays. */
async function replayLetters(client: SQSClient, queueUrl: string, again: Again, hand: Hand): Promise<number> {
  let replayed = 0;
  for (let isEmpty = false; ; ) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: LETTERS_AT_ONCE,
        VisibilityTimeout: LETTER_SECONDS,
        WaitTimeSeconds: WAIT_SECONDS,
      }),
    );
    // Once may be chance.
    if (Messages.length === 0 && isEmpty) return replayed;
    isEmpty = Messages.length === 0;
    for (const { MessageId = "", ReceiptHandle = "" } of Messages) hand.set(MessageId, ReceiptHandle);
    for (const { Body = "", MessageId = "", ReceiptHandle } of Messages) {
      const event = eventIn(Body);
      if (!event) continue;
      await again(event);
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      hand.delete(MessageId);
      replayed += 1;
    }
  }
}

/** Messages that were received and not deleted, by whomever, about. */
async function inFlight(client: SQSClient, queueUrl: string): Promise<number> {
  const name = "ApproximateNumberOfMessagesNotVisible";
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [name] });
  return Number((await client.send(command)).Attributes?.[name] ?? 0);
}

async function giveBack(client: SQSClient, queueUrl: string, hand: Hand): Promise<void> {
  const entries = [...hand.values()].map((ReceiptHandle, index) => ({
    Id: String(index),
    ReceiptHandle,
    VisibilityTimeout: 0,
  }));
  for (let start = 0; start < entries.length; start += LETTERS_AT_ONCE)
    await client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: entries.slice(start, start + LETTERS_AT_ONCE),
      }),
    );
}

/**
 * The event of a dead letter: of one that this service wrote, or EventBridge, or that is the line itself; null when there
 * is none.
 */
export function eventIn(body: string): PastEvent | null {
  const letter = objectIn(body);
  const detail = letter?.detail as { readonly line?: unknown } | undefined;
  const line = objectIn(letter?.line ?? detail?.line) ?? letter;
  if (line?.log_type !== STREAM_NAME || typeof line.event_id !== "string") return null;
  const group = letter?.org_id || line.org;
  return { group: String(group), line: line as unknown as EventLine };
}

function objectIn(text: unknown): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/**
 * Delivers what happened in an org from one time until before another once more, oldest first. Returns how many events
 * these were.
 */
export async function replayTrail(orgId: string, from: Date, until: Date, again: Again): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ReturnType<typeof between>["go"]>> = await between(orgId, from, until).go({
      cursor,
    });
    for (const row of page.data) {
      await again({ group: orgId, line: eventLine({ ...row, action: row.action as EventKind }) });
      count += 1;
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return count;
}

const between = (orgId: string, from: Date, until: Date) =>
  ActivityRow.query.primary({ org_id: orgId }).between({ id: firstIdAt(from) }, { id: firstIdAt(until) });

/** What all UUIDv7 of a time and later ones are greater than, and earlier ones less (RFC 9562: they begin with the milliseconds). */
function firstIdAt(time: Date): string {
  const milliseconds = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}`;
}
