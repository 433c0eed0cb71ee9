import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { oneLine } from "../domain/event-line.ts";
import { openLogger } from "../log/logger.ts";
import { activityOf, idsOf, isNewActivity } from "./activity-image.ts";
import { ENTRIES_MAX, ENTRY_BYTES_MAX, entryBytes, putEvents, type Spelled } from "./bus.ts";
import { setAside } from "./dead-letters.ts";
import { print } from "./event-stream.ts";
import { queueForWebhook } from "./webhook-queue.ts";

const logger = openLogger("events");

/** A stream record: the event that it tells of, or why it tells of none. */
interface Reading {
  readonly record: DynamoDBRecord;
  readonly event: (Spelled & { readonly orgId: string }) | null;
  readonly complaint: string;
  /** Of a request to the bus. */
  readonly bytes: number;
}

/**
 * Publishes what was added to the activity trails, in the stream's order: on the bus, in the queue of the webhook, on
 * standard output. A row that cannot be told goes to the dead letters and keeps nothing else from going on. When a
 * destination does not answer, everything from the first event on that it did not take is to be delivered again: an
 * event may be published twice, with the same `event_id`, and is never left out.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const run of inRequests(Records.filter(isNewActivity).map(reading))) {
    try {
      await publish(run);
    } catch (error) {
      const position = run[0]?.record.dynamodb?.SequenceNumber;
      // Without a position all that was delivered is to be delivered again.
      if (position === undefined) throw error;
      logger.warn("events could not be published; they will be tried again", { position, error });
      return { batchItemFailures: [{ itemIdentifier: position }] };
    }
  }
  return { batchItemFailures: [] };
}

function reading(record: DynamoDBRecord): Reading {
  try {
    const { orgId, line } = activityOf(record);
    const event = { orgId, line, text: oneLine(line), time: new Date(line.ts) };
    const bytes = entryBytes(event);
    if (bytes <= ENTRY_BYTES_MAX) return { record, event, complaint: "", bytes };
    return { record, event: null, complaint: "it is larger than the event bus takes", bytes: 0 };
  } catch (error) {
    return { record, event: null, complaint: `the row cannot be told: ${String(error)}`, bytes: 0 };
  }
}

/** Runs of readings that one request can put on the bus. */
function inRequests(readings: readonly Reading[]): Reading[][] {
  const runs: Reading[][] = [];
  let bytes = 0;
  for (const one of readings) {
    const run = runs.at(-1);
    if (run && run.length < ENTRIES_MAX && bytes + one.bytes <= ENTRY_BYTES_MAX) {
      run.push(one);
      bytes += one.bytes;
    } else {
      runs.push([one]);
      bytes = one.bytes;
    }
  }
  return runs;
}

/** The queue comes first: it alone knows what it is given a second time, when what comes behind it fails. */
async function publish(run: readonly Reading[]): Promise<void> {
  const events = run.flatMap(({ event }) => event ?? []);
  const unqueued = await queueForWebhook(
    events.map(({ orgId, line, text }) => ({ orgId, eventId: line.event_id, text })),
  );
  const refused = await putEvents(events);
  for (const { record, event, complaint } of run) {
    const reason = event ? (unqueued.get(event.line.event_id) ?? refused.get(event)) : complaint;
    if (reason !== undefined) await setAside({ ...idsOf(record), reason, line: event?.text ?? rawOf(record) });
  }
  await print(events.map(({ text }) => text));
}

const RAW_CHARS_MAX = 100_000;

/** A row that cannot be told, as far as a queue takes it. */
const rawOf = ({ dynamodb }: DynamoDBRecord): string => oneLine(dynamodb?.NewImage ?? {}).slice(0, RAW_CHARS_MAX);
