import { InvalidMessageContents, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const client = new SQSClient({ maxAttempts: 5 });

/** An event on its way to the webhook. */
export interface QueuedEvent {
  readonly orgId: string;
  readonly eventId: string;
  /** The line. */
  readonly text: string;
}

/**
 * Queues events for the webhook: those of one org one after the other, so that the queue has them in their order. Does
 * nothing where no such queue is deployed. Returns those that the queue will never take, by their ids, with its reason.
 * Throws when the queue does not answer.
 */
export async function queueForWebhook(events: readonly QueuedEvent[]): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const queue = process.env.WEBHOOK_QUEUE_URL;
  if (!queue) return refused;
  await Promise.all(
    [...Map.groupBy(events, ({ orgId }) => orgId).values()].map(async (ofOrg) => {
      for (const { orgId, eventId, text } of ofOrg)
        try {
          await client.send(
            new SendMessageCommand({
              QueueUrl: queue,
              MessageGroupId: orgId,
              MessageDeduplicationId: eventId,
              MessageBody: text,
            }),
          );
        } catch (error) {
          if (!(error instanceof InvalidMessageContents)) throw error;
          refused.set(eventId, `the queue of the webhook refused it: ${error.message}`);
        }
    }),
  );
  return refused;
}
