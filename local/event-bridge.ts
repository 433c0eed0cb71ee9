import { randomUUID } from "node:crypto";
import * as z from "zod";
import { oneLine } from "../functions/domain/event-line.ts";
import { AwsError, type Operations } from "./aws-json.ts";
import { localArn } from "./aws-names.ts";

const entry = z.looseObject({
  EventBusName: z.string().optional(),
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
});
const describeBus = z.looseObject({ Name: z.string().default("default") });
const putEvents = z.looseObject({ Entries: z.array(entry).min(1).max(10) });

const detailObject = z.record(z.string(), z.unknown());
const withLine = z.looseObject({ line: z.string() });

/**
 * One bus of Amazon EventBridge. `deliver` gets each event as one line of JSON, without the line's end: the `line` of
 * its detail where it has one, else the detail. An entry that is not well formed is refused alone, as EventBridge does.
 */
export function eventBridge(bus: string, deliver: (line: string) => void): Operations {
  const requireBus = (name: string): void => {
    if (name !== bus && !name.endsWith(`:event-bus/${bus}`))
      throw new AwsError("ResourceNotFoundException", `Event bus ${name} does not exist.`);
  };
  const put = ({ EventBusName = "default", Source, DetailType, Detail }: z.infer<typeof entry>) => {
    requireBus(EventBusName);
    if (!Source || !DetailType || !Detail)
      return { ErrorCode: "InvalidArgument", ErrorMessage: "Source, DetailType and Detail are required." };
    const line = lineOf(Detail);
    if (line === null) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    deliver(line);
    return { EventId: randomUUID() };
  };
  return {
    "AWSEvents.DescribeEventBus": (input) => {
      requireBus(describeBus.parse(input).Name);
      return { Name: bus, Arn: localArn("events", `event-bus/${bus}`) };
    },
    "AWSEvents.PutEvents": (input) => {
      const Entries = putEvents.parse(input).Entries.map(put);
      return { Entries, FailedEntryCount: Entries.filter((result) => "ErrorCode" in result).length };
    },
  };
}

/** Null when the detail is no JSON object. A line is parsed and written anew, so that it is one line of JSON for certain. */
function lineOf(detail: string): string | null {
  try {
    const parsed = detailObject.parse(JSON.parse(detail));
    const own = withLine.safeParse(parsed);
    return oneLine(own.success ? detailObject.parse(JSON.parse(own.data.line)) : parsed);
  } catch {
    return null;
  }
}
