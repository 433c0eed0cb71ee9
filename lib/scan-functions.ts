import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type TaskName, type taskNames, taskSeconds } from "../statemachines/tasks.ts";
import type { Bundles } from "./bundles.ts";
import { ServiceFunction } from "./service-function.ts";
import { ServiceRole } from "./service-role.ts";
import type { ServiceTable } from "./service-table.ts";
import { source } from "./sources.ts";

export interface ScanFunctionsProps {
  readonly table: ServiceTable;
  readonly ctLogs: boolean;
  /** Batches at one time, over all scans; null takes what the account has left. */
  readonly scannerConcurrency: number | null;
  /** What more they find in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logGroup: LogGroup;
  readonly bundles: Bundles;
}

/** Source of a task's Lambda. */
export const taskSource = (task: TaskName): string => `functions/scan/${task}.ts`;

/** Megabytes of memory, which also set the share of a CPU. */
export const memoryOf: Readonly<Record<TaskName, number>> = {
  claim: 512,
  "begin-stage": 1024,
  "run-scanner": 1769,
  "fail-run": 512,
  finalize: 1769,
  cancel: 512,
  fail: 512,
};

/** The Lambdas that the state machines call. They share one role: all of them write one scan's records. */
export class ScanFunctions extends Construct {
  readonly tasks: Readonly<Record<TaskName, ServiceFunction>>;

  constructor(
    scope: Construct,
    id: string,
    { table, ctLogs, scannerConcurrency, environment, logGroup, bundles }: ScanFunctionsProps,
  ) {
    super(scope, id);
    const role = new ServiceRole(this, "Role", { description: "Palisade: tasks of a scan", logGroup });
    table.grantReadAndWrite(role);
    const task = (name: TaskName, reservedConcurrency: number | null = null) =>
      new ServiceFunction(this, name, {
        bundles,
        file: source(taskSource(name)),
        description: `Palisade: scan task ${name}`,
        role,
        logGroup,
        memoryMegabytes: memoryOf[name],
        timeoutSeconds: taskSeconds[name],
        reservedConcurrency,
        environment: { TABLE_NAME: table.tableName, CT_LOGS: String(ctLogs), ...environment },
      });
    this.tasks = {
      claim: task("claim"),
      "begin-stage": task("begin-stage"),
      "run-scanner": task("run-scanner", scannerConcurrency),
      "fail-run": task("fail-run"),
      finalize: task("finalize"),
      cancel: task("cancel"),
      fail: task("fail"),
    } satisfies Record<(typeof taskNames)[number], ServiceFunction>;
  }
}
