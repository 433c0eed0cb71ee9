import { BATCHES_AT_ONCE, stagesOf } from "../functions/domain/pipelines.ts";
import type { Module } from "../functions/domain/vocabulary.ts";
import { wrappedScanners } from "../functions/scanners/keys.ts";
import type { AslDefinition, Catcher, ChoiceState, MapState, Payload, Retrier, State, TaskState } from "./asl.ts";
import { type Containers, runTask } from "./containers.ts";
import { type TaskName, taskSeconds } from "./tasks.ts";

/** An execution that lasts longer is timed out by Step Functions, and its scan fails. */
export const SCAN_SECONDS_MAX = 6 * 60 * 60;

/** Step Functions allows a task longer than the Lambda behind it, so that the Lambda's own timeout is what is reported. */
const GRACE_SECONDS = 30;

/** Fargate finds a place for a container, fetches its image and starts it, which takes a minute as a rule. */
const CONTAINER_START_SECONDS = 300;

const scanRef: Payload = { "org_id.$": "$.org_id", "scan_id.$": "$.scan_id" };

/**
 * The state machine of a module's scan, in the Amazon States Language: claim, then for each stage a boundary and a map
 * over its batches, then finalize. `resource` gives the Lambda ARN of a task. States hold ids only. With `containers`, the
 * batches of scanners that run a tool are run there and not by the Lambda.
 *
 * A failing batch is recorded and forgotten (its stage goes on); a failing anything else fails the scan. A scan is
 * cancelled at the boundary before a stage, never between the last stage and finalize: by then all work is done.
 */
export function pipeline(
  module: Module,
  resource: (task: TaskName) => string,
  containers: Containers | null = null,
): AslDefinition {
  const stages = stagesOf[module];
  const task = taskStates(resource);
  const containersFor = (stage: string) =>
    wrappedScanners.some((scanner) => scanner.module === module && scanner.stage === stage) ? containers : null;
  const states: Record<string, State> = {
    claim: {
      ...task("claim", { ...scanRef, "execution.$": "$$.Execution.Id" }),
      ResultPath: "$.claim",
      Catch: failScan,
      Next: "claimed?",
    },
    "claimed?": choice("$.claim.claimed", true, firstState(stages), "nothing to do"),
    "nothing to do": { Type: "Succeed" },
  };
  for (const [index, stage] of stages.entries()) {
    Object.assign(states, stageStates(stage, firstState(stages.slice(index + 1)), task, containersFor(stage)));
  }
  return {
    Comment: `Scan of module ${module}`,
    StartAt: "claim",
    TimeoutSeconds: SCAN_SECONDS_MAX,
    States: {
      ...states,
      finalize: { ...task("finalize", scanRef), ResultPath: null, Catch: failScan, Next: "done" },
      done: { Type: "Succeed" },
      cancel: { ...task("cancel", scanRef), ResultPath: null, Catch: failScan, Next: "cancelled" },
      cancelled: { Type: "Succeed" },
      fail: {
        ...task("fail", { ...scanRef, "error.$": "$.error" }),
        ResultPath: null,
        Catch: [catchAll("failed")],
        Next: "failed",
      },
      failed: { Type: "Fail", Error: "ScanFailed", Cause: "The scan's own record says why." },
    },
  };
}

const firstState = ([stage]: readonly string[]): string => (stage === undefined ? "finalize" : `${stage}: begin`);

function stageStates(
  stage: string,
  next: string,
  task: TaskFactory,
  containers: Containers | null,
): Record<string, State> {
  return {
    [`${stage}: begin`]: {
      ...task("begin-stage", { ...scanRef, stage }),
      ResultPath: "$.plan",
      Catch: failScan,
      Next: `${stage}: cancelled?`,
    },
    [`${stage}: cancelled?`]: choice("$.plan.cancelled", true, "cancel", `${stage}: scan`),
    [`${stage}: scan`]: batches(stage, next, task, containers),
  };
}

function batches(stage: string, next: string, task: TaskFactory, containers: Containers | null): MapState {
  const scanner = { "scanner.$": "$.scanner", "batch.$": "$.batch" };
  const ids: Payload = { ...scanRef, "stage.$": "$.stage", ...scanner };
  // An empty output for each batch keeps the map's result under 256 KB, whatever their number.
  const silent = { ResultPath: null, OutputPath: null, End: true } as const;
  const run: Record<string, State> = {
    [`${stage}: run`]: { ...task("run-scanner", ids), ...silent, Catch: [catchAll(`${stage}: fail run`)] },
  };
  if (containers) {
    run[`${stage}: in a container?`] = choice("$.container", true, `${stage}: run in a container`, `${stage}: run`);
    run[`${stage}: run in a container`] = {
      ...containerState(containers),
      ...silent,
      Catch: [catchAll(`${stage}: fail run`)],
    };
  }
  return {
    Type: "Map",
    ItemsPath: "$.plan.work",
    MaxConcurrency: BATCHES_AT_ONCE,
    ItemSelector: {
      ...scanRef,
      stage,
      "scanner.$": "$$.Map.Item.Value.scanner",
      "batch.$": "$$.Map.Item.Value.batch",
      ...(containers ? { "container.$": "$$.Map.Item.Value.container" } : {}),
    },
    ItemProcessor: {
      ProcessorConfig: { Mode: "INLINE" },
      StartAt: containers ? `${stage}: in a container?` : `${stage}: run`,
      States: {
        ...run,
        [`${stage}: fail run`]: { ...task("fail-run", { ...ids, "error.$": "$.error" }), ...silent },
      },
    },
    ResultPath: null,
    // Reached only when a failure could not even be recorded.
    Catch: failScan,
    Next: next,
  };
}

const choice = (variable: string, value: boolean, then: string, otherwise: string): ChoiceState => ({
  Type: "Choice",
  Choices: [{ Variable: variable, BooleanEquals: value, Next: then }],
  Default: otherwise,
});

const catchAll = (next: string): Catcher => ({ ErrorEquals: ["States.ALL"], ResultPath: "$.error", Next: next });
const failScan = [catchAll("fail")];

/**
 * For a Lambda that was not run: all turns are taken, or Lambda itself fails. It waits for its turn for a quarter of an
 * hour on average, as full jitter halves each delay: longer than a batch lasts, which is what holds the turns. What did run
 * and failed is the other retrier's, and so is a call that Step Functions gave up waiting for, which may have run.
 */
const waitForTurn: Retrier = {
  ErrorEquals: [
    "Lambda.TooManyRequestsException",
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
  ],
  IntervalSeconds: 10,
  MaxAttempts: 31,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  JitterStrategy: "FULL",
};

const retry: Retrier = {
  ErrorEquals: ["States.ALL"],
  IntervalSeconds: 2,
  MaxAttempts: 2,
  BackoffRate: 3,
  MaxDelaySeconds: 30,
  JitterStrategy: "FULL",
};

/** For a container that was not started, as Fargate has no place for it now or is asked too often. */
const waitForPlace: Retrier = {
  ErrorEquals: ["AmazonECS.Unknown", "ECS.AmazonECSException", "ECS.ServerException", "ECS.ThrottlingException"],
  IntervalSeconds: 15,
  MaxAttempts: 8,
  BackoffRate: 2,
  MaxDelaySeconds: 120,
  JitterStrategy: "FULL",
};

/** A task without what comes after it. */
type UnconnectedTask = Pick<TaskState, "Type" | "Resource" | "Parameters" | "TimeoutSeconds" | "Retry">;

const containerState = (containers: Containers): UnconnectedTask => ({
  Type: "Task",
  ...runTask(containers),
  TimeoutSeconds: taskSeconds["run-scanner"] + CONTAINER_START_SECONDS,
  Retry: [waitForPlace, retry],
});

type TaskFactory = ReturnType<typeof taskStates>;

const taskStates =
  (resource: (task: TaskName) => string) =>
  (name: TaskName, payload: Payload): UnconnectedTask => ({
    Type: "Task",
    Resource: resource(name),
    Parameters: payload,
    TimeoutSeconds: taskSeconds[name] + GRACE_SECONDS,
    Retry: [waitForTurn, retry],
  });
