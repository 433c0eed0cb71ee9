import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import { type IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { ApiStack } from "./api-stack.ts";
import type { EventsStack } from "./events-stack.ts";
import type { LogMetrics } from "./log-metrics.ts";
import type { ScansStack } from "./scans-stack.ts";
import type { ServiceTable } from "./service-table.ts";

/** What is watched. */
export interface Watched {
  readonly table: ServiceTable;
  readonly events: EventsStack;
  readonly scans: ScansStack;
  readonly api: ApiStack;
  readonly logMetrics: LogMetrics;
}

export interface AlarmsProps {
  readonly watched: Watched;
  /** Is told when an alarm goes off and when it is over; without one the alarms can be seen and tell nobody. */
  readonly topic: ITopic | null;
}

/** One alarm. It goes off when the metric reaches the threshold; its periods are five minutes. */
interface Watch {
  /** Follows the stack's name, and is the heading in docs/operations.md. */
  readonly name: string;
  /** What to do, in one sentence. */
  readonly advice: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Periods that have to be so, one after the other; one when left out. */
  readonly periods?: number;
  /** Goes off when the metric stays below the threshold or is missing, rather than when it reaches it. */
  readonly whenSilent?: true;
}

const PERIOD = Duration.minutes(5);
const sum = { statistic: "Sum", period: PERIOD } as const;
const maximum = { statistic: "Maximum", period: PERIOD } as const;

/** The operations of the table that the service asks for. An alarm takes ten metrics at the most. */
export const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.BATCH_WRITE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** The alarms of the service: few, and each with something to do about it. docs/operations.md explains them. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, { watched, topic }: AlarmsProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    this.all = [
      ...apiWatches(watched),
      ...scanWatches(watched),
      ...eventWatches(watched),
      ...tableWatches(watched),
    ].map(
      ({ name, advice, metric, threshold, periods = 1, whenSilent }) =>
        new Alarm(this, name, {
          alarmName: `${stackName}-${name}`,
          alarmDescription: `${advice} See ${name} in docs/operations.md.`,
          metric,
          threshold,
          evaluationPeriods: periods,
          ...(whenSilent ? SILENT : REACHED),
        }),
    );
    if (!topic) return;
    const action = new SnsAction(topic);
    for (const alarm of this.all) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

const REACHED = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};
const SILENT = {
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

const apiWatches = ({ api, logMetrics }: Watched): Watch[] => [
  {
    name: "api-5xx",
    advice: "Callers get 5xx: look up the request_id of the access log in the log of the API.",
    metric: api.restApi.metricServerError(sum),
    threshold: 5,
  },
  {
    name: "api-errors",
    advice:
      "An endpoint logged an error or died: search the log of the API for level ERROR and for reports without success.",
    metric: logMetrics.apiErrors,
    threshold: 1,
  },
  {
    name: "lambda-throttles",
    advice:
      "Lambda turns calls away, of whatever function of this account and region: raise the quota of concurrent executions.",
    metric: LambdaFunction.metricAllThrottles(sum),
    threshold: 1,
  },
];

function scanWatches({ scans, logMetrics }: Watched): Watch[] {
  return [
    {
      name: "scan-errors",
      advice:
        "Tasks of scans or the sweeper fail: search the log of the scans for level ERROR and for reports without success.",
      metric: total("Errors", [...Object.values(scans.tasks), scans.sweeper]),
      threshold: 1,
    },
    ...scans.machines.map(({ module, machine }) => ({
      name: `scans-failed-${module}`,
      advice: `Scans of module ${module} failed or timed out: read the reason in the event scan.failed of the event log.`,
      metric: new MathExpression({
        expression: "failed + timedOut",
        usingMetrics: { failed: machine.metricFailed(sum), timedOut: machine.metricTimedOut(sum) },
        label: "Executions failed or timed out",
        period: PERIOD,
      }),
      threshold: 1,
    })),
    {
      name: "scans-stuck",
      advice: "A scan hangs that the sweeper fails to mend: read the error beside its scan_id in the log of the scans.",
      metric: logMetrics.scansNotMended,
      threshold: 1,
      // One failure is made good five minutes later.
      periods: 3,
    },
    {
      name: "sweeper-silent",
      advice:
        "Nothing looks for scans that hang: see that the rule Sweep is enabled and its function is not throttled.",
      metric: scans.sweeper.metricInvocations(sum),
      threshold: 1,
      periods: 4,
      whenSilent: true,
    },
  ];
}

function eventWatches({ events: { deadLetters, sender, publisher } }: Watched): Watch[] {
  const functions = [publisher.publish, ...(sender ? [sender.deliver] : [])];
  return [
    {
      name: "event-errors",
      advice: "Publisher or sender of events die: read the error in the logs of the events stack.",
      metric: total("Errors", functions),
      threshold: 1,
    },
    {
      name: "event-lag",
      advice: "Events are published more than five minutes late: look for warnings in the log of the publisher.",
      metric: publisher.publish.metric("IteratorAge", maximum),
      threshold: Duration.minutes(5).toMilliseconds(),
    },
    {
      name: "dead-letters",
      advice: "Events could not be delivered: mend what the letters name as reason, then run npm run events:replay.",
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
      threshold: 1,
    },
    ...(sender
      ? [
          {
            name: "undeliverable",
            advice: "The sender of the webhook died with an event at every attempt: mend it, then replay the queue.",
            metric: sender.undeliverable.metricApproximateNumberOfMessagesVisible(maximum),
            threshold: 1,
          },
          {
            name: "webhook-lag",
            advice:
              "The receiver of the webhook has not taken an event for an hour: read its answers in the log of the sender.",
            metric: sender.queue.metricApproximateAgeOfOldestMessage(maximum),
            threshold: Duration.hours(1).toSeconds(),
          },
        ]
      : []),
  ];
}

const tableWatches = ({ table }: Watched): Watch[] => [
  {
    name: "table-throttles",
    advice: "DynamoDB turns requests to the table away: find the hot partition or raise the quotas of the table.",
    metric: table.metricThrottledRequestsForOperations({ operations: OPERATIONS, ...sum }),
    threshold: 1,
  },
  {
    name: "table-errors",
    advice: "DynamoDB fails: look at the AWS Health Dashboard, there is nothing to mend here.",
    metric: table.metricSystemErrorsForOperations({ operations: OPERATIONS, ...sum }),
    threshold: 1,
  },
];

/** The sum of one metric over a group of functions. */
const total = (metricName: "Errors", functions: readonly IFunction[]): MathExpression =>
  new MathExpression({
    expression: functions.map((_, index) => `m${index}`).join(" + "),
    usingMetrics: Object.fromEntries(functions.map((one, index) => [`m${index}`, one.metric(metricName, sum)])),
    label: metricName,
    period: PERIOD,
  });
