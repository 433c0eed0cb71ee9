import { EventBridgeClient, PutEventsCommand, type PutEventsResultEntry } from "@aws-sdk/client-eventbridge";
import type { EventLine } from "../domain/event-line.ts";
import { settingOf } from "./settings.ts";

const client = new EventBridgeClient({ maxAttempts: 5 });

/** Source of everything that the service puts on its bus. */
const SOURCE = "palisade";

/** Entries that EventBridge takes in one request, and bytes of all of them (API reference of PutEvents). */
export const ENTRIES_MAX = 10;
export const ENTRY_BYTES_MAX = 256 * 1024;

/** What an entry is counted with besides its detail: source, detail type and time. */
const ENVELOPE_BYTES = 256;

/** An event and its line as text. */
export interface Spelled {
  readonly line: EventLine;
  readonly text: string;
  /** The event's time on the bus; now when left out, as it must be long after: a log group takes nothing old. */
  readonly time?: Date;
}

/**
 * What an event carries on the bus: the line as an object, for rules to match and to pass on, and as text, for targets
 * that write it as it is.
 */
const detailOf = ({ line, text }: Spelled): string => JSON.stringify({ activity: line, line: text });

/** Bytes that an event takes of a request. */
export const entryBytes = (event: Spelled): number => Buffer.byteLength(detailOf(event)) + ENVELOPE_BYTES;

/** Codes of entries that may be taken when they are put again; any other says that the entry itself is wrong. */
const PASSING = new Set(["ThrottlingException", "InternalFailure", "InternalException", "ServiceUnavailable"]);

/**
 * Puts up to `ENTRIES_MAX` events on the bus, `ENTRY_BYTES_MAX` in all, and again those that it did not take. Returns
 * the ones that it will never take, with its reason. Throws when it does not answer, or goes on not taking some.
 */
export async function putEvents(events: readonly Spelled[]): Promise<ReadonlyMap<Spelled, string>> {
  const refused = new Map<Spelled, string>();
  let left = events;
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw new Error(`the event bus did not take ${left.length} events`);
    const results = await put(left);
    const failed = left.flatMap((event, index) => {
      const { ErrorCode: code, ErrorMessage: message } = results[index] ?? {};
      return code === undefined ? [] : [{ event, code, message }];
    });
    for (const { event, code, message } of failed)
      if (!PASSING.has(code)) refused.set(event, `the event bus refused it: ${code} ${message ?? ""}`);
    left = failed.filter(({ code }) => PASSING.has(code)).map(({ event }) => event);
  }
  return refused;
}

const ATTEMPTS = 3;

async function put(events: readonly Spelled[]): Promise<readonly PutEventsResultEntry[]> {
  const { Entries = [] } = await client.send(
    new PutEventsCommand({
      Entries: events.map((event) => ({
        EventBusName: settingOf("EVENT_BUS_NAME"),
        Source: SOURCE,
        DetailType: event.line.event,
        ...(event.time === undefined ? {} : { Time: event.time }),
        Detail: detailOf(event),
      })),
    }),
  );
  return Entries;
}
