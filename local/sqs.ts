import { createHash } from "node:crypto";
import * as z from "zod";
import { AwsError, type Operations } from "./aws-json.ts";
import type { Queue } from "./queue.ts";

const named = z.looseObject({ QueueUrl: z.string() });
const send = named.extend({
  MessageBody: z.string(),
  MessageGroupId: z.string().optional(),
  MessageDeduplicationId: z.string().optional(),
});
const receive = named.extend({
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  VisibilityTimeout: z.int().optional(),
});
const remove = named.extend({ ReceiptHandle: z.string() });
const change = remove.extend({ VisibilityTimeout: z.int().min(0).max(43_200) });
const changeMany = named.extend({
  Entries: z
    .array(z.looseObject({ Id: z.string(), ReceiptHandle: z.string(), VisibilityTimeout: z.int().min(0).max(43_200) }))
    .min(1)
    .max(10),
});

/** What a message may hold: the characters of XML 1.0, and no more than 1 MiB. */
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const BYTES_MAX = 1024 * 1024;

function checked(body: string): string {
  if (!CHARACTERS.test(body)) throw new AwsError("InvalidMessageContents", "Invalid characters in the message.");
  if (Buffer.byteLength(body) > BYTES_MAX) throw new AwsError("InvalidParameterValue", "The message is too long.");
  return body;
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Amazon SQS: sending to, and working off, the queues of the given names. */
export function sqs(queues: Readonly<Record<string, Queue>>): Operations {
  const find = (url: string): Queue => {
    const queue = queues[url.slice(url.lastIndexOf("/") + 1)];
    if (!queue) throw new AwsError("QueueDoesNotExist", "The specified queue does not exist.");
    return queue;
  };
  const setVisibility = (queue: Queue, receipt: string, seconds: number): void => {
    if (!queue.changeVisibility(receipt, seconds * 1000))
      throw new AwsError("MessageNotInflight", "The specified message isn't in flight.");
  };
  return {
    "AmazonSQS.SendMessage": (input) => {
      const { QueueUrl, MessageBody, MessageGroupId, MessageDeduplicationId } = send.parse(input);
      const { id } = find(QueueUrl).send({
        body: checked(MessageBody),
        group: MessageGroupId,
        deduplicationId: MessageDeduplicationId,
      });
      return { MessageId: id, MD5OfMessageBody: md5(MessageBody) };
    },
    "AmazonSQS.ReceiveMessage": (input) => {
      const { QueueUrl, MaxNumberOfMessages, VisibilityTimeout } = receive.parse(input);
      const visibilityMs = VisibilityTimeout === undefined ? undefined : VisibilityTimeout * 1000;
      return {
        Messages: find(QueueUrl)
          .receive(MaxNumberOfMessages, visibilityMs)
          .map(({ id, receipt, body, receives, sentAt }) => ({
            MessageId: id,
            ReceiptHandle: receipt,
            Body: body,
            MD5OfBody: md5(body),
            Attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
          })),
      };
    },
    "AmazonSQS.DeleteMessage": (input) => {
      const { QueueUrl, ReceiptHandle } = remove.parse(input);
      find(QueueUrl).delete(ReceiptHandle);
    },
    "AmazonSQS.ChangeMessageVisibility": (input) => {
      const { QueueUrl, ReceiptHandle, VisibilityTimeout } = change.parse(input);
      setVisibility(find(QueueUrl), ReceiptHandle, VisibilityTimeout);
    },
    "AmazonSQS.ChangeMessageVisibilityBatch": (input) => {
      const { QueueUrl, Entries } = changeMany.parse(input);
      const queue = find(QueueUrl);
      for (const { ReceiptHandle, VisibilityTimeout } of Entries)
        setVisibility(queue, ReceiptHandle, VisibilityTimeout);
      return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
    },
    "AmazonSQS.GetQueueAttributes": (input) => {
      const { size, inFlight } = find(named.parse(input).QueueUrl);
      return {
        Attributes: {
          ApproximateNumberOfMessages: String(size - inFlight),
          ApproximateNumberOfMessagesNotVisible: String(inFlight),
        },
      };
    },
  };
}
