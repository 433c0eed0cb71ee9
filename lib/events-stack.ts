import { CfnOutput, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Bundles } from "./bundles.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import { EventLog } from "./event-log.ts";
import { EventPublisher, PUBLISH } from "./event-publisher.ts";
import type { ServiceTable } from "./service-table.ts";
import { WebhookDestination } from "./webhook-destination.ts";
import { DELIVER, WebhookSender } from "./webhook-sender.ts";
import type { Webhook } from "./webhook-settings.ts";

/** Sources of this stack's Lambdas, to be bundled. */
export const eventSources: readonly string[] = [PUBLISH, DELIVER];

export interface EventsStackProps {
  readonly table: ServiceTable;
  readonly webhook: Webhook | null;
  readonly bundles: Bundles;
}

/** How the service tells the outside what happened: from the table's stream to event bus, event log and webhook. */
export class EventsStack extends Stack {
  /** Lines of the event stream. */
  readonly logGroup: LogGroup;
  readonly deadLetters: DeadLetterQueue;
  /** Null without a webhook of the form `signed`. */
  readonly sender: WebhookSender | null;
  readonly publisher: EventPublisher;

  constructor(scope: Construct, id: string, { table, webhook, bundles }: EventsStackProps) {
    super(scope, id, { description: "Palisade: event bus, event log, webhook" });
    const bus = new EventBus(this, "Bus", { description: "Activity of all orgs, one event each" });
    const deadLetters = new DeadLetterQueue(this, "DeadLetters");
    this.deadLetters = deadLetters;
    const { logGroup } = new EventLog(this, "EventLog", { bus, deadLetters });
    this.logGroup = logGroup;
    if (webhook?.form === "plain") new WebhookDestination(this, "Webhook", { webhook, bus, deadLetters });
    const sender =
      webhook?.form === "signed" ? new WebhookSender(this, "WebhookSender", { webhook, deadLetters, bundles }) : null;
    this.sender = sender;
    this.publisher = new EventPublisher(this, "Publisher", { table, bus, deadLetters, sender, bundles });
    const output = (name: string, description: string, value: string) =>
      new CfnOutput(this, name, { value, description });
    output("EventBusName", "Event bus with an event for each activity", bus.eventBusName);
    output("EventLogGroup", "Log group with a line of JSON for each event", logGroup.logGroupName);
    output("DeadLetterQueueUrl", "Queue of events that could not be delivered", deadLetters.queueUrl);
    if (webhook) output("WebhookSecret", "Name of the secret that holds the webhook's token", webhook.secretName);
    if (!sender) return;
    output("WebhookQueueUrl", "Queue of events on their way to the webhook", sender.queue.queueUrl);
    output("UndeliverableQueueUrl", "Queue of events for which the sender died", sender.undeliverable.queueUrl);
  }
}
