import { Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";

/** The bus on which the service tells the outside what happened. */
export class EventsStack extends Stack {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string) {
    super(scope, id, { description: "Palisade: event bus" });
    this.bus = new EventBus(this, "Bus", { description: "Activity of all orgs, one event each" });
  }
}
