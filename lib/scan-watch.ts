import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { ScanMachine } from "./scan-machine.ts";

export interface ScanWatchProps {
  readonly machines: readonly ScanMachine[];
  /** Starts scans that never began and fails those whose execution is gone; harmless at any time. */
  readonly sweep: IFunction;
}

/**
 * Sees to it that no scan hangs. The sweeper runs at once when an execution ends badly, for a timeout cannot be caught
 * inside of it, and every five minutes for what that rule misses, because Step Functions reports it at best effort.
 */
export class ScanWatch extends Construct {
  constructor(scope: Construct, id: string, { machines, sweep }: ScanWatchProps) {
    super(scope, id);
    new Rule(this, "Died", {
      description: "Executions that ended without finishing their scan",
      eventPattern: {
        source: ["aws.states"],
        detailType: ["Step Functions Execution Status Change"],
        detail: {
          status: ["FAILED", "TIMED_OUT", "ABORTED"],
          stateMachineArn: machines.map(({ machine }) => machine.stateMachineArn),
        },
      },
      targets: [new LambdaFunction(sweep)],
    });
    new Rule(this, "Sweep", {
      description: "Looks for scans that hang",
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(sweep)],
    });
  }
}
