import { Duration } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { accept } from "./accepted-findings.ts";
import type { ActivityRule } from "./activity-rule.ts";
import type { ServiceRole } from "./service-role.ts";

/** Where every event ends that could not be delivered, whoever gave it up, until an operator replays or deletes it. */
export class DeadLetterQueue extends Queue {
  /** The variable in which functions look for this queue. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    accept(this, "lastQueue");
    this.environment = { DEAD_LETTER_QUEUE_URL: this.queueUrl };
  }

  grantSend(role: ServiceRole): void {
    role.allow(["sqs:SendMessage"], [this.queueArn]);
  }

  /** Lets a rule put there what its target does not take. */
  takeFrom(rule: ActivityRule): void {
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("events.amazonaws.com")],
        actions: ["sqs:SendMessage"],
        resources: [this.queueArn],
        conditions: { ArnEquals: { "aws:SourceArn": rule.ruleArn } },
      }),
    );
  }
}
