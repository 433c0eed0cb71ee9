import { Duration, Stack } from "aws-cdk-lib";
import { type Alarm, AlarmStatusWidget, Dashboard, GraphWidget, type IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { OPERATIONS, type Watched } from "./alarms.ts";

export interface DashboardProps {
  readonly watched: Watched;
  readonly alarms: readonly Alarm[];
}

const PERIOD = Duration.minutes(5);
const stat = (statistic: string, label: string) => ({ statistic, label, period: PERIOD });

/** One page: the alarms, then what customers see, then the parts behind it. The titles name the units. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { watched, alarms }: DashboardProps) {
    super(scope, id, {
      dashboardName: Stack.of(scope).stackName,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: "Alarms", alarms: [...alarms], width: 24, height: 4 })],
        business(watched),
        gateway(watched),
        functions(watched),
        storage(watched),
      ],
    });
  }
}

const business = ({ logMetrics, events }: Watched) => [
  graph(
    "Scans by status (count)",
    Object.entries(logMetrics.scans).map(([label, metric]) => metric.with({ label })),
  ),
  graph(
    "Findings that became tasks, by priority, and so by severity (count)",
    Object.entries(logMetrics.tasks).map(([label, metric]) => metric.with({ label })),
  ),
  graph("Event lag (ms)", [events.publisher.publish.metric("IteratorAge", stat("Maximum", "oldest"))]),
];

const gateway = ({ api: { restApi }, logMetrics }: Watched) => [
  graph("API requests (count)", [restApi.metricCount(stat("Sum", "all"))]),
  graph("API errors (count)", [
    restApi.metricServerError(stat("Sum", "5xx")),
    restApi.metricClientError(stat("Sum", "4xx")),
    logMetrics.apiErrors.with({ label: "logged" }),
  ]),
  graph("API latency (ms)", [
    restApi.metricLatency(stat("p50", "p50")),
    restApi.metricLatency(stat("p99", "p99")),
    restApi.metricIntegrationLatency(stat("p99", "p99 in Lambda")),
  ]),
];

function functions({ scans, events: { publisher, sender } }: Watched) {
  const named = [
    ...Object.entries(scans.tasks),
    ["sweep", scans.sweeper] as const,
    ["publish", publisher.publish] as const,
    ...(sender ? [["deliver", sender.deliver] as const] : []),
  ];
  return [
    graph(
      "Duration of Lambdas behind the API, p99 (ms)",
      named.map(([label, one]) => one.metricDuration(stat("p99", label))),
    ),
    graph(
      "Errors of Lambdas behind the API (count)",
      named.map(([label, one]) => one.metricErrors(stat("Sum", label))),
    ),
    graph("Executions of scans (count)", [
      ...scans.machines.flatMap(({ module, machine }) => [
        machine.metricStarted(stat("Sum", `${module} started`)),
        machine.metricFailed(stat("Sum", `${module} failed`)),
        machine.metricTimedOut(stat("Sum", `${module} timed out`)),
      ]),
    ]),
  ];
}

const storage = ({ table, events: { deadLetters, sender } }: Watched) => [
  graph("Table capacity (units in 5 minutes)", [
    table.metricConsumedReadCapacityUnits(stat("Sum", "read")),
    table.metricConsumedWriteCapacityUnits(stat("Sum", "write")),
  ]),
  graph("Table requests turned away (count)", [
    table.metricThrottledRequestsForOperations({ operations: OPERATIONS, ...stat("Sum", "throttled") }),
  ]),
  graph("Events in queues (count)", [
    deadLetters.metricApproximateNumberOfMessagesVisible(stat("Maximum", "dead letters")),
    ...(sender
      ? [
          sender.queue.metricApproximateNumberOfMessagesVisible(stat("Maximum", "to the webhook")),
          sender.undeliverable.metricApproximateNumberOfMessagesVisible(stat("Maximum", "undeliverable")),
        ]
      : []),
  ]),
];

const graph = (title: string, left: readonly IMetric[]) =>
  new GraphWidget({ title, left: [...left], width: 8, height: 6, leftYAxis: { min: 0, showUnits: false } });
