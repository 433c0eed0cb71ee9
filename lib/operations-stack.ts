import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { AlarmTopic } from "./alarm-topic.ts";
import { Alarms, type Watched } from "./alarms.ts";
import { ServiceDashboard } from "./dashboard.ts";
import { LogMetrics } from "./log-metrics.ts";

export interface OperationsStackProps {
  readonly stage: string;
  readonly watched: Omit<Watched, "logMetrics">;
  /** Is told of every alarm; null tells nobody. */
  readonly alarmEmail: string | null;
}

/** What watches over the service: alarms and a dashboard. Nothing depends on it. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, watched, alarmEmail }: OperationsStackProps) {
    super(scope, id, { description: "Palisade: alarms and dashboard" });
    const { events, api, scans } = watched;
    const logMetrics = new LogMetrics(this, "LogMetrics", {
      namespace: `Palisade/${stage}`,
      eventLog: events.logGroup,
      apiLog: api.logGroup,
      scanLog: scans.logGroup,
    });
    const topic = alarmEmail === null ? null : new AlarmTopic(this, "AlarmTopic", { email: alarmEmail });
    const everything = { ...watched, logMetrics };
    const { all } = new Alarms(this, "Alarms", { watched: everything, topic });
    const dashboard = new ServiceDashboard(this, "Dashboard", { watched: everything, alarms: all });
    new CfnOutput(this, "DashboardName", { value: dashboard.dashboardName, description: "Name of the dashboard" });
  }
}
