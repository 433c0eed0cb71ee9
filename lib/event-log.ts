import { ArnFormat, Aws, Fn, Stack } from "aws-cdk-lib";
import { type EventBus, EventField } from "aws-cdk-lib/aws-events";
import { LogGroupTargetInput } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, ResourcePolicy, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { ActivityRule } from "./activity-rule.ts";
import type { DeadLetterQueue } from "./dead-letter-queue.ts";

export interface EventLogProps {
  readonly bus: EventBus;
  readonly deadLetters: DeadLetterQueue;
}

/** The log group of the event stream: one line of JSON for each event, and nothing around it. */
export class EventLog extends Construct {
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, { bus, deadLetters }: EventLogProps) {
    super(scope, id);
    this.logGroup = new LogGroup(this, "LogGroup", {
      logGroupName: uniqueName(this),
      retention: RetentionDays.ONE_YEAR,
    });
    const rule = new ActivityRule(this, "Rule", {
      bus,
      description: "Palisade: events to the event log",
      // Not CDK's target for log groups, which brings a Lambda of its own to do what `letWrite` does.
      target: { arn: this.targetArn, input: LINE },
      deadLetters,
    });
    this.letWrite(rule);
  }

  /** Without the asterisk with which the ARNs of log groups end elsewhere. */
  private get targetArn(): string {
    return Stack.of(this).formatArn({
      service: "logs",
      resource: "log-group",
      resourceName: this.logGroup.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private letWrite(rule: ActivityRule): void {
    const statement = (action: string, conditions: Record<string, unknown>) =>
      new PolicyStatement({
        principals: [new ServicePrincipal("events.amazonaws.com"), new ServicePrincipal("delivery.logs.amazonaws.com")],
        actions: [action],
        resources: [this.logGroup.logGroupArn],
        conditions,
      });
    new ResourcePolicy(this, "Policy", {
      policyStatements: [
        // Only for writing does EventBridge say for which rule.
        statement("logs:CreateLogStream", {}),
        statement("logs:PutLogEvents", { ArnEquals: { "aws:SourceArn": rule.ruleArn } }),
      ],
    });
  }
}

/** The only two fields that a log group takes: the message is written as it is. */
const LINE = LogGroupTargetInput.fromObjectV2({
  timestamp: EventField.time,
  message: EventField.fromPath("$.detail.line"),
});

/**
 * EventBridge looks for its log groups below this prefix, so that CloudFormation cannot choose the name. The first digits
 * of the stack's id do what it would do: a log group that has outlived its stack is in the way of no new one.
 */
function uniqueName(scope: Construct): string {
  const stackId = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return `/aws/events/${Stack.of(scope).stackName}-${Fn.select(0, Fn.split("-", stackId))}`;
}
