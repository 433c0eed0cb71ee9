import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { oneLine } from "../domain/event-line.ts";
import { settingOf } from "./settings.ts";

const client = new SQSClient({});

/** An event that could not be delivered. */
export interface DeadLetter {
  readonly event_id: string;
  readonly org_id: string;
  /** For an operator: what was tried, and what came of it. */
  readonly reason: string;
  /** The line, where it could be made; else the record as it was found. */
  readonly line: string;
}

/** Puts an event aside for an operator to look at and to replay. Throws when the queue does not take it. */
export async function setAside(letter: DeadLetter): Promise<void> {
  await client.send(
    new SendMessageCommand({ QueueUrl: settingOf("DEAD_LETTER_QUEUE_URL"), MessageBody: oneLine(letter) }),
  );
}
