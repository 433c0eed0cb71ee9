import { Duration } from "aws-cdk-lib";
import { EventField, Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { ScanMachine } from "./scan-machine.ts";

export interface ScanWatchProps {
  readonly machines: readonly ScanMachine[];
  /** Marks the scan of a died execution failed. */
  readonly fail: IFunction;
  /** Restarts scans that never began and fails those whose execution is gone. */
  readonly sweep: IFunction;
}

/**
 * Sees to it that no scan hangs: at once when an execution ends badly without having said so (a timeout cannot be caught
 * inside of it), and every five minutes for what that rule misses, because Step Functions reports it at best effort.
 */
export class ScanWatch extends Construct {
  constructor(scope: Construct, id: string, { machines, fail, sweep }: ScanWatchProps) {
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
      targets: [
        new LambdaFunction(fail, {
          event: RuleTargetInput.fromObject({
            execution_input: EventField.fromPath("$.detail.input"),
            error: {
              Error: EventField.fromPath("$.detail.status"),
              Cause: "The execution ended before the scan was finished.",
            },
          }),
        }),
      ],
    });
    new Rule(this, "Sweep", {
      description: "Looks for scans that hang",
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(sweep)],
    });
  }
}
