import { BATCHES_AT_ONCE, stagesOf } from "../functions/domain/pipelines.ts";
import type { Module } from "../functions/domain/vocabulary.ts";
import type { AslDefinition, Catcher, ChoiceState, MapState, Payload, Retrier, State, TaskState } from "./asl.ts";
import { type TaskName, taskSeconds } from "./tasks.ts";

/** An execution that lasts longer is timed out by Step Functions, and its scan fails. */
export const SCAN_SECONDS_MAX = 6 * 60 * 60;

/** Step Functions allows a task longer than the Lambda behind it, so that the Lambda's own timeout is what is reported. */
const GRACE_SECONDS = 30;

const scanRef: Payload = { "org_id.$": "$.org_id", "scan_id.$": "$.scan_id" };

/**
 * The state machine of a module's scan, in the Amazon States Language: claim, then for each stage a boundary and a map
 * over its batches, then finalize. `resource` gives the Lambda ARN of a task. States hold ids only.
 *
 * A failing batch is recorded and forgotten (its stage goes on); a failing anything else fails the scan. A scan is
 * cancelled at the boundary before a stage, never between the last stage and finalize: by then all work is done.
 */
export function pipeline(module: Module, resource: (task: TaskName) => string): AslDefinition {
  const stages = stagesOf[module];
  const task = taskStates(resource);
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
    Object.assign(states, stageStates(stage, firstState(stages.slice(index + 1)), task));
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

function stageStates(stage: string, next: string, task: TaskFactory): Record<string, State> {
  return {
    [`${stage}: begin`]: {
      ...task("begin-stage", { ...scanRef, stage }),
      ResultPath: "$.plan",
      Catch: failScan,
      Next: `${stage}: cancelled?`,
    },
    [`${stage}: cancelled?`]: choice("$.plan.cancelled", true, "cancel", `${stage}: scan`),
    [`${stage}: scan`]: batches(stage, next, task),
  };
}

function batches(stage: string, next: string, task: TaskFactory): MapState {
  const scanner = { "scanner.$": "$.scanner", "batch.$": "$.batch" };
  const ids: Payload = { ...scanRef, "stage.$": "$.stage", ...scanner };
  // An empty output for each batch keeps the map's result under 256 KB, whatever their number.
  const silent = { ResultPath: null, OutputPath: null, End: true } as const;
  return {
    Type: "Map",
    ItemsPath: "$.plan.work",
    MaxConcurrency: BATCHES_AT_ONCE,
    ItemSelector: {
      ...scanRef,
      stage,
      "scanner.$": "$$.Map.Item.Value.scanner",
      "batch.$": "$$.Map.Item.Value.batch",
    },
    ItemProcessor: {
      ProcessorConfig: { Mode: "INLINE" },
      StartAt: `${stage}: run`,
      States: {
        [`${stage}: run`]: { ...task("run-scanner", ids), ...silent, Catch: [catchAll(`${stage}: fail run`)] },
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

const retry: Retrier = {
  ErrorEquals: ["States.ALL"],
  IntervalSeconds: 2,
  MaxAttempts: 2,
  BackoffRate: 3,
  MaxDelaySeconds: 30,
  JitterStrategy: "FULL",
};

type TaskFactory = ReturnType<typeof taskStates>;

const taskStates =
  (resource: (task: TaskName) => string) =>
  (
    name: TaskName,
    payload: Payload,
  ): Pick<TaskState, "Type" | "Resource" | "Parameters" | "TimeoutSeconds" | "Retry"> => ({
    Type: "Task",
    Resource: resource(name),
    Parameters: payload,
    TimeoutSeconds: taskSeconds[name] + GRACE_SECONDS,
    Retry: [retry],
  });
