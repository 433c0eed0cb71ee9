import { StateMachine } from "aws-local-stepfunctions";
import type { Module } from "../../functions/domain/vocabulary.ts";
import type { AslDefinition } from "../../statemachines/asl.ts";
import { type Containers, inputOfContainer, isContainerRun } from "../../statemachines/containers.ts";
import { pipeline } from "../../statemachines/pipeline.ts";
import { type TaskName, taskOfState } from "../../statemachines/tasks.ts";

type Run = ReturnType<StateMachine["run"]>;
type Input = Parameters<StateMachine["run"]>[0];
type Output = Awaited<Run["result"]>;

export type FakeTasks = Readonly<Record<TaskName, (input: { [field: string]: Output }) => Output | Promise<Output>>>;

export interface Recorded {
  /** Null when the execution failed. */
  readonly output: Output | null;
  readonly calls: readonly { readonly task: TaskName; readonly input: Output }[];
  /** Names of the states in the order in which they were entered: what Step Functions bills as transitions. */
  readonly entered: readonly string[];
}

export const executionId = "arn:aws:states:eu-west-1:123456789012:execution:palisade-easm:scan-1";
export const scanInput = { org_id: "org-1", scan_id: "scan-1" };

/** Containers as deployed. */
export const containers: Containers = {
  partition: "aws",
  cluster: "arn:aws:ecs:eu-west-1:123456789012:cluster/palisade",
  taskDefinition: "arn:aws:ecs:eu-west-1:123456789012:task-definition/palisade:1",
  subnets: ["subnet-1", "subnet-2"],
  securityGroup: "sg-1",
};

/** A definition as deployed, with well-formed ARNs. */
export const deployed = (module: Module, own: Containers | null = null): AslDefinition =>
  pipeline(module, (task) => `arn:aws:lambda:eu-west-1:123456789012:function:${task}`, own);

/** Names of all Task states, also those inside maps. */
export const taskStatesOf = (states: AslDefinition["States"]): string[] =>
  Object.entries(states).flatMap(([name, state]) => {
    if (state.Type === "Task") return [name];
    return state.Type === "Map" ? taskStatesOf(state.ItemProcessor.States) : [];
  });

/** Runs a module's pipeline in the interpreter that the one-machine runtime uses, with the retries' pauses taken out. */
export async function interpret(
  module: Module,
  tasks: FakeTasks,
  input: Input = scanInput,
  own: Containers | null = null,
): Promise<Recorded> {
  const definition = deployed(module, own);
  const calls: { task: TaskName; input: Output }[] = [];
  const handlers = taskStatesOf(definition.States).map((state) => {
    const task = taskOfState(state);
    return [
      state,
      async (given: Output) => {
        const received = (isContainerRun(state) ? inputOfContainer(given) : given) as Output;
        calls.push({ task, input: received });
        if (typeof received !== "object" || received === null || Array.isArray(received))
          throw new TypeError("no object");
        return tasks[task](received);
      },
    ] as const;
  });
  const run = new StateMachine(definition).run(input, {
    context: { Execution: { Id: executionId } },
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers),
      retryIntervalOverrides: Object.fromEntries(handlers.map(([state]) => [state, 0])),
    },
  });
  const entered: string[] = [];
  const output = run.result.catch(() => null);
  for await (const event of run.eventLogs) if (event.type === "StateEntered") entered.push(event.state.name);
  return { output: await output, calls, entered };
}
