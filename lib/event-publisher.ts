import { Duration } from "aws-cdk-lib";
import type { EventBus } from "aws-cdk-lib/aws-events";
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IEventSourceDlq,
  StartingPosition,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Bundles } from "./bundles.ts";
import type { DeadLetterQueue } from "./dead-letter-queue.ts";
import { ServiceFunction } from "./service-function.ts";
import { ServiceRole } from "./service-role.ts";
import type { ServiceTable } from "./service-table.ts";
import { source } from "./sources.ts";
import type { WebhookSender } from "./webhook-sender.ts";

/** Publishes the new rows of the activity trails. */
export const PUBLISH = "functions/events/publish.ts";

/** New rows of activity trails: the same as `isNewActivity` of functions/events/activity-image.ts. */
const NEW_ACTIVITY = FilterCriteria.filter({
  eventName: FilterRule.isEqual("INSERT"),
  dynamodb: { NewImage: { __edb_e__: { S: FilterRule.isEqual("activity") } } },
});

const BATCH_SIZE = 100;
/** A second's wait makes one call of what would be up to four, as often as Lambda polls; no SIEM misses it. */
const WINDOW = Duration.seconds(1);
/**
 * Calls at one time for each shard. A full batch takes some 0.3 s, so four keep up with a shard's 1,000 writes a second,
 * of which at most every second one is an activity. The order within an org stays: Lambda shares out partition keys.
 */
const PARALLELIZATION_FACTOR = 4;
/**
 * Until then Lambda tries again, without end. The stream keeps records for 24 hours and then drops them without a word;
 * an hour earlier, the place of those that were not published is still told to the dead letter queue.
 */
const RECORD_AGE_MAX = Duration.hours(23);

export interface EventPublisherProps {
  readonly table: ServiceTable;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterQueue;
  /** Gets every event too, where there is one. */
  readonly sender: WebhookSender | null;
  readonly bundles: Bundles;
}

/** Takes each new row of an activity trail from the table's stream to the event bus. */
export class EventPublisher extends Construct {
  readonly publish: ServiceFunction;

  constructor(scope: Construct, id: string, { table, bus, deadLetters, sender, bundles }: EventPublisherProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Log", { retention: RetentionDays.THREE_MONTHS });
    const role = new ServiceRole(this, "Role", { description: "Palisade: publisher of events", logGroup });
    table.grantReadStream(role);
    role.allow(["events:PutEvents"], [bus.eventBusArn]);
    deadLetters.grantSend(role);
    sender?.grantSend(role);
    this.publish = new ServiceFunction(this, "Function", {
      bundles,
      file: source(PUBLISH),
      description: "Palisade: publisher of events",
      role,
      logGroup,
      memoryMegabytes: 512,
      timeoutSeconds: 60,
      environment: { EVENT_BUS_NAME: bus.eventBusName, ...deadLetters.environment, ...sender?.environment },
      // Its output is the event stream: Lambda's own lines would stand between the events.
      systemLogLevel: SystemLogLevel.WARN,
    });
    // Not CDK's event source, which would let it list all streams and ask queues for more than to take a message.
    new EventSourceMapping(this, "Source", {
      target: this.publish,
      eventSourceArn: table.streamArn,
      filters: [NEW_ACTIVITY],
      // All that is still in the stream: a publisher that is made anew repeats events rather than miss some.
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: BATCH_SIZE,
      maxBatchingWindow: WINDOW,
      parallelizationFactor: PARALLELIZATION_FACTOR,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      maxRecordAge: RECORD_AGE_MAX,
      onFailure: placesTo(deadLetters),
    });
  }
}

/** For records that Lambda gives up: it tells where in the stream they are, not what they hold. */
const placesTo = (queue: DeadLetterQueue): IEventSourceDlq => ({ bind: () => ({ destination: queue.queueArn }) });
