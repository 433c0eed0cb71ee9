import { setImmediate } from "node:timers/promises";
import validate from "asl-validator";
import { describe, expect, test } from "vitest";
import { BATCHES_AT_ONCE, stagesOf } from "../../functions/domain/pipelines.ts";
import { modules } from "../../functions/domain/vocabulary.ts";
import { BATCH_SECONDS_MAX } from "../../functions/scan/run-scanner.ts";
import type { AslDefinition, Retrier, TaskState } from "../../statemachines/asl.ts";
import { SCAN_SECONDS_MAX } from "../../statemachines/pipeline.ts";
import { taskNames, taskOfState, taskSeconds } from "../../statemachines/tasks.ts";
import { deployed, executionId, type FakeTasks, interpret, scanInput, taskStatesOf } from "./interpret.ts";

const stages = stagesOf.easm;
const work = [
  { scanner: "easm.a", batch: 0 },
  { scanner: "easm.a", batch: 1 },
  { scanner: "easm.b", batch: 0 },
];
const healthy: FakeTasks = {
  claim: () => ({ claimed: true }),
  "begin-stage": () => ({ cancelled: false, work }),
  "run-scanner": () => null,
  "fail-run": () => null,
  finalize: () => ({ status: "completed" }),
  cancel: () => null,
  fail: () => null,
};
const boom = () => {
  throw new Error("boom");
};
const turnedAway = () => {
  throw Object.assign(new Error("Rate Exceeded."), { name: "Lambda.TooManyRequestsException" });
};
const tasksOf = (states: AslDefinition["States"]): [name: string, state: TaskState][] =>
  Object.entries(states).flatMap(([name, state]) => {
    if (state.Type === "Task") return [[name, state]];
    return state.Type === "Map" ? tasksOf(state.ItemProcessor.States) : [];
  });
const count = (calls: readonly { task: string }[], task: string) => calls.filter((call) => call.task === task).length;

describe.each(modules)("the definition of %s", (module) => {
  const definition = deployed(module);

  test("is valid Amazon States Language", () => {
    // The validator writes its defaults into what it is given.
    const { isValid, errorsText } = validate(structuredClone(definition), { checkPaths: true, checkArn: true });
    expect(errorsText()).toBe("");
    expect(isValid).toBe(true);
  });

  test("uses every task, and each Task state maps back to the task it invokes", () => {
    const used = taskStatesOf(definition.States).map(taskOfState);
    expect(new Set(used)).toEqual(new Set(taskNames));
  });

  test("contains no variables and no JSONata, which the local interpreter ignores", () => {
    const forbidden = ["Assign", "QueryLanguage", "JSONata", "DISTRIBUTED"];
    expect(forbidden.filter((word) => JSON.stringify(definition).includes(word))).toEqual([]);
  });

  test("bounds every task and the whole scan in time", () => {
    expect(definition.TimeoutSeconds).toBe(SCAN_SECONDS_MAX);
    expect(JSON.stringify(definition).match(/"Type":"Task"/g)?.length).toBe(
      JSON.stringify(definition).match(/"TimeoutSeconds":\d+,"Retry"/g)?.length,
    );
    for (const seconds of Object.values(taskSeconds)) expect(seconds).toBeLessThanOrEqual(900);
  });

  test("gives each task more time than its Lambda has, and not much more", () => {
    for (const [name, { TimeoutSeconds }] of tasksOf(definition.States))
      expect(TimeoutSeconds, name).toBe(taskSeconds[taskOfState(name)] + 30);
  });

  test("waits for a turn at Lambda longer than a batch may hold it, and for anything else for seconds", () => {
    // Full jitter takes half of each delay on average.
    const waits = ({ MaxAttempts, IntervalSeconds, BackoffRate, MaxDelaySeconds }: Retrier) =>
      Array.from({ length: MaxAttempts }, (_, n) => Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** n) / 2);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    for (const [name, { Retry }] of tasksOf(definition.States)) {
      expect(
        Retry.map(({ ErrorEquals }) => ErrorEquals[0]),
        name,
      ).toEqual(["Lambda.TooManyRequestsException", "States.ALL"]);
      const [turn = [], other = []] = Retry.map(waits);
      expect(Math.max(...turn)).toBe(30);
      expect(Math.round(sum(turn) / 60)).toBe(15);
      expect(sum(turn)).toBeGreaterThan(taskSeconds["run-scanner"]);
      expect(sum(other)).toBeLessThan(10);
    }
  });
});

describe("time", () => {
  test("is left to a batch for recording what it found, however long it scans", () => {
    expect(taskSeconds["run-scanner"] - BATCH_SECONDS_MAX).toBeGreaterThanOrEqual(180);
  });

  test("is left to a scan for finalizing, after every stage has had a round of the longest batches and retries", () => {
    const round = taskSeconds["begin-stage"] + 3 * taskSeconds["run-scanner"];
    for (const module of modules)
      expect(stagesOf[module].length * round + 3 * taskSeconds.finalize).toBeLessThan(SCAN_SECONDS_MAX);
  });
});

describe("a healthy scan", () => {
  test("is run ten batches at a time at most", async () => {
    let running = 0;
    let most = 0;
    const plan = Array.from({ length: 3 * BATCHES_AT_ONCE }, (_, batch) => ({ scanner: "easm.a", batch }));
    await interpret("easm", {
      ...healthy,
      "begin-stage": () => ({ cancelled: false, work: plan }),
      "run-scanner": async () => {
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
        return null;
      },
    });
    expect(most).toBe(BATCHES_AT_ONCE);
  });

  test("claims, runs every batch of every stage in order, and finalizes", async () => {
    const { output, calls } = await interpret("easm", healthy);
    expect(output).not.toBeNull();
    const expected = stages.flatMap((stage) => [
      { task: "begin-stage", input: { ...scanInput, stage } },
      ...work.map((item) => ({ task: "run-scanner", input: { ...scanInput, stage, ...item } })),
    ]);
    expect(calls).toEqual([
      { task: "claim", input: { ...scanInput, execution: executionId } },
      ...expected,
      { task: "finalize", input: scanInput },
    ]);
  });

  test("goes on past a stage without work", async () => {
    const { calls } = await interpret("easm", { ...healthy, "begin-stage": () => ({ cancelled: false, work: [] }) });
    expect(count(calls, "begin-stage")).toBe(stages.length);
    expect(count(calls, "run-scanner")).toBe(0);
    expect(count(calls, "finalize")).toBe(1);
  });

  test("carries no results in its state", async () => {
    const talkative = () => ({ noise: "x".repeat(100_000) });
    const { output } = await interpret("easm", { ...healthy, "run-scanner": talkative, finalize: talkative });
    expect(JSON.stringify(output).length).toBeLessThan(1_000);
  });

  test.each([
    ["easm", 0, 19],
    ["easm", 3, 34],
    ["easm", 40, 219],
    ["dast", 3, 28],
    ["cloud", 3, 16],
  ] as const)("of %s with %i batches a stage takes %i transitions", async (module, batches, transitions) => {
    const plan = Array.from({ length: batches }, (_, batch) => ({ scanner: `${module}.a`, batch }));
    const { entered } = await interpret(module, {
      ...healthy,
      "begin-stage": () => ({ cancelled: false, work: plan }),
    });
    expect(entered.length).toBe(transitions);
    expect(transitions).toBe(4 + (3 + batches) * stagesOf[module].length);
  });
});

test("a scan that somebody else claimed does nothing and succeeds", async () => {
  const { output, calls } = await interpret("easm", { ...healthy, claim: () => ({ claimed: false }) });
  expect(output).not.toBeNull();
  expect(calls.map((call) => call.task)).toEqual(["claim"]);
});

test.each(stages.map((stage, index) => [stage, index] as const))(
  "a stop that is seen at the boundary before %s cancels there",
  async (stage, index) => {
    const { output, calls } = await interpret("easm", {
      ...healthy,
      "begin-stage": (input) => ({ cancelled: input.stage === stage, work }),
    });
    expect(output).not.toBeNull();
    expect(count(calls, "begin-stage")).toBe(index + 1);
    expect(count(calls, "run-scanner")).toBe(index * work.length);
    expect(calls.at(-1)).toEqual({ task: "cancel", input: scanInput });
    expect(count(calls, "finalize") + count(calls, "fail")).toBe(0);
  },
);

describe("a batch that throws", () => {
  test("is tried three times, recorded as failed, and stops nothing else", async () => {
    const { output, calls } = await interpret("easm", {
      ...healthy,
      "run-scanner": (input) => (input.stage === "ports" && input.scanner === "easm.b" ? boom() : null),
    });
    expect(output).not.toBeNull();
    expect(count(calls, "run-scanner")).toBe(stages.length * work.length + 2);
    expect(calls.filter((call) => call.task === "fail-run").map((call) => call.input)).toEqual([
      {
        ...scanInput,
        stage: "ports",
        scanner: "easm.b",
        batch: 0,
        error: { Error: "Error", Cause: "boom" },
      },
    ]);
    expect(count(calls, "finalize")).toBe(1);
    expect(count(calls, "fail")).toBe(0);
  });

  test("and recovers on its second attempt is no failure", async () => {
    let attempts = 0;
    const flaky = () => {
      attempts += 1;
      return attempts === 1 ? boom() : null;
    };
    const { calls } = await interpret("easm", { ...healthy, "run-scanner": flaky });
    expect(count(calls, "fail-run")).toBe(0);
    expect(count(calls, "finalize")).toBe(1);
  });

  test("and is turned away by Lambda twenty times still gets its turn", async () => {
    const attempts = new Map<string, number>();
    const { calls } = await interpret("easm", {
      ...healthy,
      "run-scanner": (input) => {
        const batch = JSON.stringify(input);
        attempts.set(batch, (attempts.get(batch) ?? 0) + 1);
        return (attempts.get(batch) ?? 0) <= 20 ? turnedAway() : null;
      },
    });
    expect(count(calls, "run-scanner")).toBe(21 * stages.length * work.length);
    expect(count(calls, "fail-run")).toBe(0);
    expect(count(calls, "finalize")).toBe(1);
  });

  test("and is never let in is recorded as failed in the end", async () => {
    const { output, calls } = await interpret("easm", { ...healthy, "run-scanner": turnedAway });
    expect(output).not.toBeNull();
    expect(count(calls, "run-scanner")).toBe(32 * stages.length * work.length);
    expect(count(calls, "fail-run")).toBe(stages.length * work.length);
  });

  test("and cannot be recorded fails the scan", async () => {
    const { output, calls } = await interpret("easm", { ...healthy, "run-scanner": boom, "fail-run": boom });
    expect(output).toBeNull();
    expect(calls.at(-1)).toMatchObject({ task: "fail", input: scanInput });
    expect(count(calls, "finalize")).toBe(0);
  });
});

describe.each(["claim", "begin-stage", "finalize"] as const)("a %s that throws", (task) => {
  test("is tried three times, then the scan is marked failed with the cause and the execution fails", async () => {
    const { output, calls } = await interpret("easm", { ...healthy, [task]: boom });
    expect(output).toBeNull();
    expect(count(calls, task)).toBe(3);
    expect(calls.at(-1)).toEqual({
      task: "fail",
      input: { ...scanInput, error: { Error: "Error", Cause: "boom" } },
    });
    expect(count(calls, "fail")).toBe(1);
  });
});

test("a task that is turned away and then fails has the retries for both", async () => {
  let attempts = 0;
  const { calls } = await interpret("easm", {
    ...healthy,
    claim: () => {
      attempts += 1;
      return attempts <= 5 ? turnedAway() : boom();
    },
  });
  expect(count(calls, "claim")).toBe(5 + 3);
  expect(calls.at(-1)).toMatchObject({ task: "fail", input: { error: { Cause: "boom" } } });
});

test("a cancel that throws fails the scan instead of leaving it running", async () => {
  const { output, calls } = await interpret("easm", {
    ...healthy,
    "begin-stage": () => ({ cancelled: true, work: [] }),
    cancel: boom,
  });
  expect(output).toBeNull();
  expect(calls.at(-1)?.task).toBe("fail");
});

test("a fail that throws still ends the execution as failed, for the rule on died executions to see", async () => {
  const { output, calls } = await interpret("easm", { ...healthy, finalize: boom, fail: boom });
  expect(output).toBeNull();
  expect(count(calls, "fail")).toBe(3);
});

test("a name that is no Task state is refused", () => {
  expect(() => taskOfState("ports: cancelled?")).toThrow(RangeError);
});
