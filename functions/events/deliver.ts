import { ChangeMessageVisibilityBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { STREAM_NAME } from "../domain/event-line.ts";
import { openLogger } from "../log/logger.ts";
import { POST_TIMEOUT_MS } from "../net/post.ts";
import { setAside } from "./dead-letters.ts";
import { settingOf } from "./settings.ts";
import { type Outcome, postEvent, type WebhookEvent } from "./webhook.ts";
import { webhookTarget } from "./webhook-target.ts";

const logger = openLogger("webhook");
const client = new SQSClient({ maxAttempts: 2 });

/** An event that was not delivered for so long is put aside. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;
/**
 * An event that the receiver itself does not want is put aside after so long, and so many receives: it may be mistaken for
 * a while. Receives alone say little, as those of the events before it count too.
 */
const REFUSED_MS = 15 * 60 * 1000;
const REFUSED_RECEIVES = 3;
/** An org's events are posted for so long in one call; the rest waits for the next, so that other orgs do not. */
const ORG_MS = 20_000;
const WAIT_SECONDS_MAX = 15 * 60;
/** Kept of an invocation's time for telling the queue what is left. */
const RESERVE_MS = 5_000;
const POSTPONE_TIMEOUT_MS = 3_000;
/** Messages that one ChangeMessageVisibilityBatch takes. */
const BATCH_MAX = 10;

/**
 * Posts the events of the webhook's queue to the receiver: those of one org one after the other, those of others
 * meanwhile. An event that must wait makes all of its org behind it wait. One that waited for 24 hours, or that the
 * receiver itself does not want, goes to the dead letters, and the next one follows. Never throws.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  deliver(event, context, POST_TIMEOUT_MS);

/** The same with another time for each post, in milliseconds. */
export async function deliver(
  { Records }: SQSEvent,
  context: Pick<Context, "getRemainingTimeInMillis">,
  timeoutMs: number,
): Promise<SQSBatchResponse> {
  const hasTime = () => context.getRemainingTimeInMillis() >= timeoutMs + RESERVE_MS;
  const attempt = attempts(timeoutMs);
  const ofOrgs = [...Map.groupBy(Records, orgIdOf).values()];
  const undelivered = await Promise.all(ofOrgs.map((messages) => deliverInOrder(messages, attempt, hasTime)));
  return { batchItemFailures: undelivered.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

type Attempt = (event: WebhookEvent) => Promise<Outcome>;

/** Attempts of one batch: where to and with which secret is asked once. */
function attempts(timeoutMs: number): Attempt {
  const target = webhookTarget(new Date()).catch((error: Error) => error);
  return async (event) => {
    const known = await target;
    if (known instanceof Error) return { kind: "failed", reason: known.message, retryAfterSeconds: 0 };
    return postEvent(known, event, { now: new Date(), timeoutMs });
  };
}

/** Delivers messages until one must wait; the result is that one and those behind it. */
async function deliverInOrder(
  messages: readonly SQSRecord[],
  attempt: Attempt,
  hasTime: () => boolean,
): Promise<readonly SQSRecord[]> {
  const startMs = performance.now();
  const isTurnOver = () => performance.now() - startMs > ORG_MS;
  for (const [index, message] of messages.entries()) {
    const waitSeconds = hasTime() && !isTurnOver() ? await settle(message, attempt) : 0;
    if (waitSeconds === null) continue;
    const waiting = messages.slice(index);
    await postpone(waiting, waitSeconds);
    return waiting;
  }
  return [];
}

/** Delivers a message or puts it aside. Null when that is done, else the seconds until it is to be tried again. */
async function settle(message: SQSRecord, attempt: Attempt): Promise<number | null> {
  const receives = Number(message.attributes.ApproximateReceiveCount);
  const event = eventOf(message);
  const outcome: Outcome = event
    ? await attempt(event)
    : { kind: "refused", reason: "The message is no line of the event stream" };
  if (outcome.kind === "delivered") return null;

  const { reason } = outcome;
  const ids = { org_id: orgIdOf(message), event_id: event?.event_id ?? message.messageId };
  const ageMs = Date.now() - Number(message.attributes.SentTimestamp);
  const isSettled = event === null || (receives >= REFUSED_RECEIVES && ageMs >= REFUSED_MS);
  const isUnwanted = outcome.kind === "refused" && isSettled;
  const isTooOld = ageMs >= GIVE_UP_MS;
  const isOver = isUnwanted || isTooOld;
  logger.warn(isOver ? "an event is put aside" : "an event was not delivered", { ...ids, attempt: receives, reason });
  const waitSeconds = backoffSeconds(receives, Math.random());
  if (isOver) {
    try {
      await setAside({ ...ids, reason, line: message.body });
      return null;
    } catch (error) {
      logger.warn("an event could not be put aside", { ...ids, error });
      return waitSeconds;
    }
  }
  const pauseSeconds = outcome.kind === "failed" ? Math.min(outcome.retryAfterSeconds, WAIT_SECONDS_MAX) : 0;
  return Math.max(waitSeconds, pauseSeconds);
}

/**
 * Hides messages for a while. When that fails they come back by the queue's own visibility timeout. Lambda hands over at
 * most 10 messages of a FIFO queue, as many as one request takes.
 */
async function postpone(messages: readonly SQSRecord[], seconds: number): Promise<void> {
  for (let first = 0; first < messages.length; first += BATCH_MAX) {
    const batch = messages.slice(first, first + BATCH_MAX);
    const unset = await hide(batch, seconds).catch((error: unknown) => ({ messages: batch.length, error }));
    if (unset.messages > 0) logger.warn("the wait of events could not be set", unset);
  }
}

/** Returns how many could not be hidden. */
async function hide(messages: readonly SQSRecord[], seconds: number): Promise<{ readonly messages: number }> {
  const { Failed = [] } = await client.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: settingOf("WEBHOOK_QUEUE_URL"),
      Entries: messages.map(({ receiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      })),
    }),
    { abortSignal: AbortSignal.timeout(POSTPONE_TIMEOUT_MS) },
  );
  return { messages: Failed.length };
}

/** Messages are grouped by the org's id. */
const orgIdOf = ({ attributes }: SQSRecord): string => attributes.MessageGroupId ?? "";

/** The id travels in a header. */
const line = z.object({ log_type: z.literal(STREAM_NAME), event_id: z.string().regex(/^[\x21-\x7e]{1,256}$/) });

function eventOf({ body }: SQSRecord): WebhookEvent | null {
  try {
    return { event_id: line.parse(JSON.parse(body)).event_id, line: body };
  } catch {
    // Neither JSON nor a line: the same outcome for both.
    return null;
  }
}

/**
 * Seconds to wait after a message was received for the `receives`th time: from 1, doubled each time, to 15 minutes. The
 * upper half is left to `random` (0 to 1), so that what failed together does not come back together.
 */
export function backoffSeconds(receives: number, random: number): number {
  const longest = Math.min(WAIT_SECONDS_MAX, 2 ** Math.max(0, receives - 1));
  return Math.ceil((longest / 2) * (1 + random));
}
