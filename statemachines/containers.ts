import * as z from "zod";
import { RUN_INPUT_VARIABLE } from "../functions/scan/tasks.ts";
import type { Parameters } from "./asl.ts";

/** Where the batches of scanners that run a tool are run: on Fargate, one container for each batch. */
export interface Containers {
  /** Of AWS, such as `aws`: it is a part of the ARN of every integration. */
  readonly partition: string;
  /** ARN. */
  readonly cluster: string;
  /** ARN. */
  readonly taskDefinition: string;
  readonly subnets: readonly string[];
  readonly securityGroup: string;
}

/** Name of the container in its task definition. */
export const CONTAINER_NAME = "scanner";

/**
 * Starts a container for one batch and waits for its end; a container that ends badly is a failure. All that it is told is
 * the ids of the batch, which are the state's input.
 */
export const runTask = (containers: Containers): { readonly Resource: string; readonly Parameters: Parameters } => ({
  Resource: `arn:${containers.partition}:states:::ecs:runTask.sync`,
  Parameters: {
    LaunchType: "FARGATE",
    Cluster: containers.cluster,
    TaskDefinition: containers.taskDefinition,
    PropagateTags: "TASK_DEFINITION",
    NetworkConfiguration: {
      AwsvpcConfiguration: {
        Subnets: [...containers.subnets],
        SecurityGroups: [containers.securityGroup],
        // Without one, getting out takes a NAT gateway, which costs more than all the containers.
        AssignPublicIp: "ENABLED",
      },
    },
    Overrides: {
      ContainerOverrides: [
        { Name: CONTAINER_NAME, Environment: [{ Name: RUN_INPUT_VARIABLE, "Value.$": "States.JsonToString($)" }] },
      ],
    },
  },
});

/** Is the Task state with this name one that runs a container? */
export const isContainerRun = (stateName: string): boolean => stateName.endsWith(": run in a container");

const parameters = z.looseObject({
  Overrides: z.object({
    ContainerOverrides: z.tuple([
      z.object({ Environment: z.tuple([z.object({ Name: z.literal(RUN_INPUT_VARIABLE), Value: z.string() })]) }),
    ]),
  }),
});

/** The input of the batch that a container would be started for, from what Fargate is called with. Throws on anything else. */
export function inputOfContainer(called: unknown): unknown {
  const [{ Environment }] = parameters.parse(called).Overrides.ContainerOverrides;
  return JSON.parse(Environment[0].Value);
}
