import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Module } from "../functions/domain/vocabulary.ts";
import { pipeline } from "../statemachines/pipeline.ts";
import type { TaskName } from "../statemachines/tasks.ts";
import { accept, acceptWildcard } from "./accepted-findings.ts";
import { type ScanContainers, toolsEnvironment } from "./scan-containers.ts";
import type { ServiceRole } from "./service-role.ts";

export interface ScanMachineProps {
  readonly module: Module;
  readonly tasks: Readonly<Record<TaskName, IFunction>>;
  /** Null where no scanner runs a tool. */
  readonly containers: ScanContainers | null;
}

/** The state machine that runs the scans of one module. */
export class ScanMachine extends Construct {
  readonly module: Module;
  readonly machine: StateMachine;
  /** Known before deployment, because the ARNs of executions are made of it. */
  private readonly name: string;
  private readonly containers: ScanContainers | null;

  constructor(scope: Construct, id: string, { module, tasks, containers }: ScanMachineProps) {
    super(scope, id);
    this.module = module;
    this.name = `${Stack.of(this).stackName}-${module}`;
    this.containers = containers;
    const definition = pipeline(module, (task) => tasks[task].functionArn, containers?.place ?? null);
    this.machine = new StateMachine(this, "Machine", {
      stateMachineName: this.name,
      comment: `Scans of module ${module}`,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(JSON.stringify(definition)),
      tracingEnabled: true,
      logs: {
        destination: new LogGroup(this, "Log", { retention: RetentionDays.THREE_MONTHS }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    // The tasks' exact ARNs: grantInvoke would also allow every published version of them.
    this.machine.addToRolePolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: Object.values(tasks).map((task) => task.functionArn),
      }),
    );
    containers?.grantRun(this.machine);
    accept(this.machine, "machineRole");
  }

  /** The variables in which functions look for this machine, and for what its scans can do. */
  get environment(): Record<string, string> {
    return {
      [`STATE_MACHINE_ARN_${this.module.toUpperCase()}`]: this.machine.stateMachineArn,
      ...(this.containers ? toolsEnvironment : {}),
    };
  }

  /** Starting is idempotent, for an execution is named by its scan. */
  grantStart(role: ServiceRole): void {
    role.allow(["states:StartExecution"], [this.machine.stateMachineArn]);
  }

  /** Lets a role see whether an execution is still alive. */
  grantDescribe(role: ServiceRole): void {
    const executions = `execution:${this.name}:*`;
    role.allow(
      ["states:DescribeExecution"],
      [Stack.of(this).formatArn({ service: "states", resource: executions, arnFormat: ArnFormat.NO_RESOURCE_NAME })],
    );
    acceptWildcard(role, `states:${executions}`, "Executions are named by scan ids, which are not known in advance.");
  }
}
