/** The tasks that a pipeline is made of; each is `functions/scan/<name>.ts`. */
export const taskNames = ["claim", "begin-stage", "run-scanner", "fail-run", "finalize", "cancel", "fail"] as const;
export type TaskName = (typeof taskNames)[number];

/** Seconds that a task may run. A batch has 9 minutes of scanning and three more to record what it found. */
export const taskSeconds: Readonly<Record<TaskName, number>> = {
  claim: 30,
  "begin-stage": 120,
  "run-scanner": 720,
  "fail-run": 30,
  finalize: 840,
  cancel: 120,
  fail: 120,
};

const stepsOfAStage: ReadonlyMap<string, TaskName> = new Map([
  ["begin", "begin-stage"],
  ["run", "run-scanner"],
  ["run in a container", "run-scanner"],
  ["fail run", "fail-run"],
]);

/**
 * The task behind a Task state of a pipeline, by the state's name: `claim` and `ports: run` give `claim` and
 * `run-scanner`. Throws a RangeError for a state that is no task.
 */
export function taskOfState(stateName: string): TaskName {
  const step = stateName.split(": ").at(-1);
  const task = stepsOfAStage.get(step ?? "") ?? taskNames.find((name) => name === step);
  if (!task) throw new RangeError(`state "${stateName}" is not a task`);
  return task;
}
