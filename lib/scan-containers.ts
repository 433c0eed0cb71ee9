import { ArnFormat, Stack } from "aws-cdk-lib";
import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import {
  Capability,
  Cluster,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { toolNames } from "../functions/tools/tool.ts";
import { CONTAINER_NAME, type Containers } from "../statemachines/containers.ts";
import { accept, acceptWildcard } from "./accepted-findings.ts";
import { ScanNetwork } from "./scan-network.ts";
import { ServiceRole } from "./service-role.ts";
import type { ServiceTable } from "./service-table.ts";
import { installable } from "./tool-modules.ts";

/** Bundled into the image. */
export const CONTAINER_SOURCE = "functions/scan/container.ts";

export interface ScanContainersProps {
  readonly table: ServiceTable;
  readonly ctLogs: boolean;
  readonly logGroup: ILogGroup;
  /** Folder with the Dockerfile and what it copies. */
  readonly image: string;
}

/** What tells a function, or a container, which tools the scans of this deployment run. */
export const toolsEnvironment: Readonly<Record<string, string>> = { SCAN_TOOLS: toolNames.join(",") };

const CPU_UNITS = 512;
const MEMORY_MEGABYTES = 2048;
/** The user `node` of the image. */
const USER = "1000:1000";
const ECS_TASKS = "ecs-tasks.amazonaws.com";

/**
 * Fargate containers in which scanners run programs of others: one for each batch, with the rights of the Lambda that runs
 * the other batches, no secrets, and a file system of which only one empty folder can be written to.
 */
export class ScanContainers extends Construct {
  readonly taskDefinition: FargateTaskDefinition;
  private readonly cluster: Cluster;
  private readonly network: ScanNetwork;
  /** Known before deployment, because the ARNs of its tasks are made of it. */
  private readonly clusterName: string;
  private readonly roles: readonly Role[];

  constructor(scope: Construct, id: string, { table, ctLogs, logGroup, image }: ScanContainersProps) {
    super(scope, id);
    this.network = new ScanNetwork(this, "Network");
    this.clusterName = `${Stack.of(this).stackName}-scanner`;
    this.cluster = new Cluster(this, "Cluster", { clusterName: this.clusterName, vpc: this.network.vpc });
    accept(this.cluster, "noContainerInsights");

    const taskRole = new ServiceRole(this, "Role", {
      description: "Palisade: containers of the scanner",
      service: ECS_TASKS,
      logGroup,
    });
    table.grantReadAndWrite(taskRole);
    const executionRole = new Role(this, "StartRole", {
      description: "Palisade: start of the scanner's containers",
      assumedBy: new ServicePrincipal(ECS_TASKS),
    });
    accept(executionRole, "imagePull");
    this.roles = [taskRole, executionRole];

    this.taskDefinition = new FargateTaskDefinition(this, "Task", {
      cpu: CPU_UNITS,
      memoryLimitMiB: MEMORY_MEGABYTES,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64, operatingSystemFamily: OperatingSystemFamily.LINUX },
      taskRole,
      executionRole,
      volumes: [{ name: "scratch" }],
    });
    accept(this.taskDefinition, "plainEnvironment");
    const linuxParameters = new LinuxParameters(this, "Linux", { initProcessEnabled: true });
    linuxParameters.dropCapabilities(Capability.ALL);
    this.taskDefinition
      .addContainer(CONTAINER_NAME, {
        image: ContainerImage.fromAsset(image, {
          platform: Platform.LINUX_ARM64,
          buildArgs: { TOOLS: installable().join(" ") },
        }),
        user: USER,
        readonlyRootFilesystem: true,
        linuxParameters,
        logging: LogDrivers.awsLogs({ streamPrefix: "container", logGroup }),
        environment: {
          TABLE_NAME: table.tableName,
          CT_LOGS: String(ctLogs),
          POWERTOOLS_SERVICE_NAME: "palisade",
          LOG_LEVEL: "INFO",
          AWS_REGION: Stack.of(this).region,
          ...toolsEnvironment,
        },
      })
      .addMountPoints({ sourceVolume: "scratch", containerPath: "/scratch", readOnly: false });
  }

  /** Where a state machine finds them. */
  get place(): Containers {
    return {
      partition: Stack.of(this).partition,
      cluster: this.cluster.clusterArn,
      taskDefinition: this.taskDefinition.taskDefinitionArn,
      subnets: this.network.vpc.publicSubnets.map(({ subnetId }) => subnetId),
      securityGroup: this.network.securityGroup.securityGroupId,
    };
  }

  /** Lets a state machine start them, wait for them, and end them when it is ended itself. */
  grantRun(machine: StateMachine): void {
    const tasks = `task/${this.clusterName}/*`;
    const arn = (service: string, resource: string) =>
      Stack.of(this).formatArn({ service, resource, arnFormat: ArnFormat.NO_RESOURCE_NAME });
    const allow = (actions: string[], resources: string[], conditions: Record<string, Record<string, string>> = {}) =>
      machine.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    allow(["ecs:RunTask"], [this.taskDefinition.taskDefinitionArn], {
      ArnEquals: { "ecs:cluster": this.cluster.clusterArn },
    });
    allow(["ecs:StopTask", "ecs:DescribeTasks"], [arn("ecs", tasks)]);
    // Tasks take over the tags of their definition, which RunTask asks for on behalf of its caller.
    allow(["ecs:TagResource"], [arn("ecs", tasks)], { StringEquals: { "ecs:CreateAction": "RunTask" } });
    // The managed rule by which Step Functions learns that a task has ended.
    const rule = "rule/StepFunctionsGetEventsForECSTaskRule";
    allow(["events:PutTargets", "events:PutRule", "events:DescribeRule"], [arn("events", rule)]);
    allow(
      ["iam:PassRole"],
      this.roles.map(({ roleArn }) => roleArn),
      {
        StringEquals: { "iam:PassedToService": ECS_TASKS },
      },
    );
    acceptWildcard(machine, `ecs:${tasks}`, "Tasks are named by ECS when they start, which is not known in advance.");
  }
}
