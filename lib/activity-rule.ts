import { Duration } from "aws-cdk-lib";
import { type EventBus, Rule, type RuleTargetInput } from "aws-cdk-lib/aws-events";
import type { Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { DeadLetterQueue } from "./dead-letter-queue.ts";

/** The most that EventBridge does for an event whose target does not take it. */
const RETRIES_MAX = 185;
const RETRY_TIME = Duration.hours(24);

/** What gets the events. */
export interface ActivityTarget {
  readonly arn: string;
  readonly input: RuleTargetInput;
  /** Where the target itself does not say who may use it. */
  readonly role?: Role;
}

export interface ActivityRuleProps {
  readonly bus: EventBus;
  readonly description: string;
  readonly target: ActivityTarget;
  /** Gets the events that the target does not take. */
  readonly deadLetters: DeadLetterQueue;
}

/** Hands every event of the service, whose `detail` is `{activity, line}`, to one target. */
export class ActivityRule extends Rule {
  constructor(scope: Construct, id: string, { bus, description, target, deadLetters }: ActivityRuleProps) {
    super(scope, id, { eventBus: bus, description, eventPattern: { source: ["palisade"] } });
    this.addTarget({
      bind: () => ({
        ...target,
        retryPolicy: { maximumRetryAttempts: RETRIES_MAX, maximumEventAgeInSeconds: RETRY_TIME.toSeconds() },
        deadLetterConfig: { arn: deadLetters.queueArn },
      }),
    });
    deadLetters.takeFrom(this);
  }
}
