import validate from "asl-validator";
import { describe, expect, test } from "vitest";
import { stagesOf } from "../../functions/domain/pipelines.ts";
import { CONTAINER_SECONDS_MAX } from "../../functions/scan/tasks.ts";
import { wrappedScanners } from "../../functions/scanners/keys.ts";
import type { State } from "../../statemachines/asl.ts";
import { inputOfContainer } from "../../statemachines/containers.ts";
import { taskSeconds } from "../../statemachines/tasks.ts";
import { containers, deployed, type FakeTasks, interpret, scanInput, taskStatesOf } from "./interpret.ts";

const work = [
  { scanner: "easm.tls", batch: 0, container: false },
  { scanner: "easm.tlsx", batch: 0, container: true },
  { scanner: "easm.tlsx", batch: 1, container: true },
];
const healthy: FakeTasks = {
  claim: () => ({ claimed: true }),
  "begin-stage": ({ stage }) => ({ cancelled: false, work: stage === "probe" ? work : [] }),
  "run-scanner": () => null,
  "fail-run": () => null,
  finalize: () => ({ status: "completed" }),
  cancel: () => null,
  fail: () => null,
};
const boom = () => {
  throw new Error("boom");
};
const run = (tasks: Partial<FakeTasks> = {}) => interpret("easm", { ...healthy, ...tasks }, scanInput, containers);
const definition = deployed("easm", containers);

/** The states of a stage's batches. */
function batchStates(stage: string): Readonly<Record<string, State>> {
  const state = definition.States[`${stage}: scan`];
  if (state?.Type !== "Map") throw new Error("no map");
  return state.ItemProcessor.States;
}

describe("a definition with containers", () => {
  test("is valid Amazon States Language", () => {
    const { errorsText } = validate(structuredClone(definition), { checkPaths: true, checkArn: true });
    expect(errorsText()).toBe("");
  });

  test("has them in the stages alone whose scanners run a tool", () => {
    const stages = stagesOf.easm.filter((stage) =>
      Object.keys(batchStates(stage)).some((name) => name.includes("container")),
    );
    expect(stages).toEqual([...new Set(wrappedScanners.map(({ stage }) => stage))]);
    expect(deployed("cloud", containers)).toEqual(deployed("cloud"));
  });

  test("starts one with the ids of its batch and waits for its end, longer than the batch may last", () => {
    expect(batchStates("probe")["probe: run in a container"]).toMatchObject({
      Resource: "arn:aws:states:::ecs:runTask.sync",
      Parameters: {
        LaunchType: "FARGATE",
        Cluster: containers.cluster,
        TaskDefinition: containers.taskDefinition,
        NetworkConfiguration: { AwsvpcConfiguration: { Subnets: containers.subnets, SecurityGroups: ["sg-1"] } },
      },
      ResultPath: null,
      OutputPath: null,
      Catch: [{ ErrorEquals: ["States.ALL"], Next: "probe: fail run" }],
    });
    expect(CONTAINER_SECONDS_MAX).toBe(taskSeconds["run-scanner"]);
    const state = batchStates("probe")["probe: run in a container"];
    expect(state?.Type === "Task" && state.TimeoutSeconds).toBeGreaterThan(taskSeconds["run-scanner"] + 60);
    expect(taskStatesOf(definition.States)).toContain("probe: run");
  });

  test("runs each batch once, where it belongs", async () => {
    const { output, calls, entered } = await run();
    expect(output).not.toBeNull();
    const ran = calls.filter(({ task }) => task === "run-scanner").map(({ input }) => input);
    expect(ran).toHaveLength(3);
    expect(ran).toContainEqual({ ...scanInput, stage: "probe", scanner: "easm.tls", batch: 0 });
    for (const batch of [0, 1])
      expect(ran).toContainEqual({ ...scanInput, stage: "probe", scanner: "easm.tlsx", batch, container: true });
    expect(entered.filter((name) => name === "probe: run in a container")).toHaveLength(2);
    expect(entered.filter((name) => name === "probe: run")).toHaveLength(1);
  });

  test("records a container that ended badly, after its retries, and goes on", async () => {
    const { output, calls } = await run({ "run-scanner": ({ scanner }) => (scanner === "easm.tlsx" ? boom() : null) });
    expect(output).not.toBeNull();
    const failed = calls.filter(({ task }) => task === "fail-run").map(({ input }) => input);
    expect(failed).toHaveLength(2);
    expect(failed).toContainEqual({
      ...scanInput,
      stage: "probe",
      scanner: "easm.tlsx",
      batch: 1,
      error: { Error: "Error", Cause: "boom" },
    });
    expect(calls.filter(({ task }) => task === "run-scanner")).toHaveLength(1 + 2 * 3);
    expect(calls.at(-1)?.task).toBe("finalize");
  });

  test("is cancelled at the boundary", async () => {
    const { calls } = await run({ "begin-stage": ({ stage }) => ({ cancelled: stage === "checks", work }) });
    expect(calls.at(-1)?.task).toBe("cancel");
  });
});

test("what a container would be told is read back, and nothing else is taken for it", () => {
  expect(() => inputOfContainer({})).toThrow();
  expect(() =>
    inputOfContainer({ Overrides: { ContainerOverrides: [{ Environment: [{ Name: "X", Value: "1" }] }] } }),
  ).toThrow();
});
