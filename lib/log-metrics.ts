import { Duration } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { TaskPriority, taskPriorities } from "../functions/domain/vocabulary.ts";

/** Scans that came to be or ended, by what the dashboard calls them. */
export const scanCounts = ["started", "completed", "partial", "failed", "cancelled"] as const;
export type ScanCount = (typeof scanCounts)[number];

export interface LogMetricsProps {
  /** Where the metrics stand. */
  readonly namespace: string;
  /** Lines of the event stream. */
  readonly eventLog: ILogGroup;
  /** Lines of the endpoints and of Lambda. */
  readonly apiLog: ILogGroup;
  /** Lines of tasks and sweeper and of Lambda. */
  readonly scanLog: ILogGroup;
}

/**
 * What is counted in logs, so that no request and no scan waits for a count. An event that is delivered twice counts
 * twice. Each is a sum over five minutes, in whole numbers; without a line there is no value.
 */
export class LogMetrics extends Construct {
  readonly scans: Readonly<Record<ScanCount, Metric>>;
  /** Findings that became tasks, by the priority that follows from their severity. */
  readonly tasks: Readonly<Record<TaskPriority, Metric>>;
  /** Errors that endpoints logged, and calls in which their function died. */
  readonly apiErrors: Metric;
  /** Scans that the sweeper could not mend, once for each attempt. */
  readonly scansNotMended: Metric;

  constructor(scope: Construct, id: string, { namespace, eventLog, apiLog, scanLog }: LogMetricsProps) {
    super(scope, id);
    const count = (name: string, logGroup: ILogGroup, filterPattern: IFilterPattern, metricValue = "1") =>
      new MetricFilter(this, name, {
        logGroup,
        filterPattern,
        metricNamespace: namespace,
        metricName: name,
        metricValue,
      }).metric({ statistic: "Sum", period: Duration.minutes(5) });
    const scans = (name: ScanCount) => count(`scans-${name}`, eventLog, SCAN_PATTERNS[name]);
    this.scans = {
      started: scans("started"),
      completed: scans("completed"),
      partial: scans("partial"),
      failed: scans("failed"),
      cancelled: scans("cancelled"),
    };
    const tasks = (priority: TaskPriority) => {
      const value = `$.detail.by_priority.${priority}`;
      const pattern = FilterPattern.all(is("$.event", "task.created"), FilterPattern.numberValue(value, ">", 0));
      return count(`tasks-${priority}`, eventLog, pattern, value);
    };
    this.tasks = {
      urgent: tasks("urgent"),
      high: tasks("high"),
      medium: tasks("medium"),
      low: tasks("low"),
    } satisfies Record<(typeof taskPriorities)[number], Metric>;
    this.apiErrors = count("api-errors", apiLog, FilterPattern.any(is("$.level", "ERROR"), ...DIED));
    this.scansNotMended = count("scans-not-mended", scanLog, is("$.message", "a scan could not be mended"));
  }
}

const is = (field: string, value: string) => FilterPattern.stringValue(field, "=", value);

const ended = (status: string) => FilterPattern.all(is("$.event", "scan.completed"), is("$.detail.status", status));

const SCAN_PATTERNS: Readonly<Record<ScanCount, IFilterPattern>> = {
  started: is("$.event", "scan.started"),
  completed: ended("completed"),
  partial: ended("partial"),
  failed: is("$.event", "scan.failed"),
  cancelled: is("$.event", "scan.cancelled"),
};

/** How Lambda's report of a call ends that did not come to its end. */
const DIED = ["error", "failure", "timeout"].map((status) => is("$.record.status", status));
