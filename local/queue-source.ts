import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Stoppable } from "./closing.ts";
import type { Queue, Received } from "./queue.ts";

/** A function on a queue. */
export type QueueHandler = (event: SQSEvent) => Promise<SQSBatchResponse>;

const MESSAGES_MAX = 10;
/** So many calls at once: a group whose messages hang must not keep the others waiting. */
const CALLS_MAX = 8;
/** Timers do not reach further than some days. */
const WAIT_MS_MAX = 60_000;
const STOP_GRACE_MS = 2_000;

/**
 * Feeds a function with a queue, as an event source mapping of Lambda does: what it does not name as failed is deleted;
 * what it names, and everything when it throws, comes back when it is visible again.
 */
export function startQueueSource(queue: Queue, handler: QueueHandler, report: (error: unknown) => void): Stoppable {
  const calls = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isPumping = false;

  const pump = () => {
    // Deleting a message calls this while it runs.
    if (isStopping || isPumping) return;
    isPumping = true;
    while (calls.size < CALLS_MAX) {
      const messages = queue.receive(MESSAGES_MAX);
      if (messages.length === 0) break;
      const call = deliver(messages).finally(() => {
        calls.delete(call);
        pump();
      });
      calls.add(call);
    }
    clearTimeout(timer);
    const waitMs = queue.nextVisibleInMs;
    if (waitMs !== null) timer = setTimeout(pump, Math.min(Math.max(waitMs, 1), WAIT_MS_MAX)).unref();
    isPumping = false;
  };

  const deliver = async (messages: readonly Received[]): Promise<void> => {
    try {
      const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { id, receipt } of messages) if (!failed.has(id)) queue.delete(receipt);
    } catch (error) {
      report(error);
    }
  };

  queue.onChange = pump;
  pump();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const patience = Promise.withResolvers<void>();
      const grace = setTimeout(patience.resolve, STOP_GRACE_MS);
      await Promise.race([Promise.all(calls), patience.promise]);
      clearTimeout(grace);
    },
  };
}

/** A message as Lambda hands it over. */
export const recordOf = ({ id, receipt, body, group, deduplicationId, sentAt, receives }: Received): SQSRecord => ({
  messageId: id,
  receiptHandle: receipt,
  body,
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: String(sentAt),
    SenderId: "",
    ApproximateFirstReceiveTimestamp: String(sentAt),
    MessageGroupId: group,
    MessageDeduplicationId: deduplicationId,
  },
  messageAttributes: {},
  md5OfBody: "",
  eventSource: "aws:sqs",
  eventSourceARN: "",
  awsRegion: "",
});
