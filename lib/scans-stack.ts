import { CfnOutput, Stack } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Module } from "../functions/domain/vocabulary.ts";
import { taskNames, taskSeconds } from "../statemachines/tasks.ts";
import type { Bundles } from "./bundles.ts";
import { ScanContainers, toolsEnvironment } from "./scan-containers.ts";
import { memoryOf, ScanFunctions, taskSource } from "./scan-functions.ts";
import { ScanMachine } from "./scan-machine.ts";
import { ScanWatch } from "./scan-watch.ts";
import { ServiceFunction } from "./service-function.ts";
import { ServiceRole } from "./service-role.ts";
import type { ServiceTable } from "./service-table.ts";
import { source } from "./sources.ts";

const SWEEP = "functions/scan/sweep.ts";

/** Sources of this stack's Lambdas, to be bundled. */
export const scanSources: readonly string[] = [...taskNames.map(taskSource), SWEEP];

export interface ScansStackProps {
  readonly table: ServiceTable;
  readonly modules: readonly Module[];
  readonly ctLogs: boolean;
  /** Null reserves none. */
  readonly scannerConcurrency: number | null;
  /** Folder of the image in which scanners run tools of others; null runs none. */
  readonly scannerImage: string | null;
  readonly bundles: Bundles;
}

/** Everything that runs scans: tasks, one state machine for each module, and what watches over them. */
export class ScansStack extends Stack {
  readonly machines: readonly ScanMachine[];
  readonly tasks: ScanFunctions["tasks"];
  readonly sweeper: ServiceFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ScansStackProps) {
    super(scope, id, { description: "Palisade: state machines and tasks of scans" });
    const { table, modules, ctLogs, scannerConcurrency, scannerImage: image, bundles } = props;
    this.logGroup = new LogGroup(this, "Log", { retention: RetentionDays.THREE_MONTHS });
    const { tasks } = new ScanFunctions(this, "Tasks", {
      table,
      ctLogs,
      scannerConcurrency,
      environment: image === null ? {} : toolsEnvironment,
      logGroup: this.logGroup,
      bundles,
    });
    this.tasks = tasks;
    const containers =
      image === null ? null : new ScanContainers(this, "Containers", { table, ctLogs, logGroup: this.logGroup, image });
    this.machines = modules.map((module) => new ScanMachine(this, `${module}Scans`, { module, tasks, containers }));
    for (const { module, machine } of this.machines)
      new CfnOutput(this, `StateMachineArn${module}`, {
        value: machine.stateMachineArn,
        description: `State machine of the scans of module ${module}`,
      });
    this.sweeper = this.sweep(table, bundles);
    new ScanWatch(this, "Watch", { machines: this.machines, sweep: this.sweeper });
  }

  private sweep(table: ServiceTable, bundles: Bundles): ServiceFunction {
    const { logGroup } = this;
    const role = new ServiceRole(this, "SweepRole", { description: "Palisade: sweeper of scans", logGroup });
    table.grantReadAndWrite(role);
    for (const machine of this.machines) {
      machine.grantStart(role);
      machine.grantDescribe(role);
    }
    return new ServiceFunction(this, "SweepFunction", {
      bundles,
      file: source(SWEEP),
      description: "Palisade: sweeper of scans",
      role,
      logGroup,
      // It may have to let a finalize go on.
      memoryMegabytes: memoryOf.finalize,
      timeoutSeconds: taskSeconds.finalize,
      environment: Object.assign({ TABLE_NAME: table.tableName }, ...this.machines.map((m) => m.environment)),
    });
  }
}
