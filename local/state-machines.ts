import { StateMachine } from "aws-local-stepfunctions";
import type { Module } from "../functions/domain/vocabulary.ts";
import { openLogger } from "../functions/log/logger.ts";
import type { AslDefinition } from "../statemachines/asl.ts";
import { type Containers, inputOfContainer, isContainerRun } from "../statemachines/containers.ts";
import { pipeline } from "../statemachines/pipeline.ts";
import { type TaskName, taskOfState } from "../statemachines/tasks.ts";
import { localArn } from "./aws-names.ts";
import type { Task } from "./tasks.ts";

type Machine = ConstructorParameters<typeof StateMachine>[0];
type Run = ReturnType<StateMachine["run"]>;
type Json = Awaited<Run["result"]>;

export interface Execution {
  readonly arn: string;
  readonly machineArn: string;
  readonly name: string;
  readonly input: string;
  readonly startedAt: Date;
  endedAt: Date | null;
  status: "RUNNING" | "SUCCEEDED" | "FAILED" | "ABORTED";
}

/** ARN of the state machine that runs the scans of a module. */
export const stateMachineArn = (module: Module): string => localArn("states", `stateMachine:palisade-${module}`);

/** Executions that have ended are remembered, as Step Functions does for 90 days, but not without bound. */
const EXECUTIONS_REMEMBERED = 10_000;

/** The containers' place is taken by this process, which looks only at the input that each would get. */
const containers: Containers = {
  partition: "aws",
  cluster: localArn("ecs", "cluster/palisade"),
  taskDefinition: "palisade-scanner",
  subnets: ["subnet-local"],
  securityGroup: "sg-local",
};

/** How long a stop waits for tasks that are at work. */
const STOP_GRACE_MILLISECONDS = 2000;

/**
 * Runs the pipelines of the given modules in this process, with the definitions that are deployed. What is executing is
 * known only here: after a crash the sweeper finds no execution for a running scan and fails it.
 */
export class StateMachines {
  readonly #machines: ReadonlyMap<string, (input: Json, arn: string, name: string) => Run>;
  readonly #executions = new Map<string, Execution>();
  readonly #running = new Map<Run, Promise<void>>();
  readonly #busy = new Set<Promise<unknown>>();
  #stopping = false;
  /** Is called when an execution has failed, as EventBridge tells of it. */
  onDied: () => void = () => undefined;

  readonly #taskOf: (name: TaskName) => Promise<Task>;
  readonly #containers: Containers | null;

  /** With `tools`, batches that run one are run as in containers. */
  constructor(modules: readonly Module[], taskOf: (name: TaskName) => Promise<Task>, tools = false) {
    this.#taskOf = taskOf;
    this.#containers = tools ? containers : null;
    this.#machines = new Map(modules.map((module) => [stateMachineArn(module), this.#machine(module)]));
  }

  has(machineArn: string): boolean {
    return this.#machines.has(machineArn);
  }

  find(executionArn: string): Execution | null {
    return this.#executions.get(executionArn) ?? null;
  }

  /**
   * Starts an execution, or returns the one that runs under the name with the same input. Null when the name was used
   * for another input or by an execution that has ended. Throws a SyntaxError when the input is not JSON, a RangeError
   * when there is no such machine.
   */
  start(machineArn: string, name: string, input: string): Execution | null {
    const machine = this.#machines.get(machineArn);
    if (!machine) throw new RangeError(`no state machine ${machineArn}`);
    const arn = `${machineArn.replace(":stateMachine:", ":execution:")}:${name}`;
    const earlier = this.#executions.get(arn);
    if (earlier) return earlier.status === "RUNNING" && earlier.input === input ? earlier : null;
    const execution: Execution = {
      ...{ arn, machineArn, name, input, startedAt: new Date(), endedAt: null },
      status: "RUNNING",
    };
    const run = machine(JSON.parse(input), arn, name);
    this.#forgetOldest();
    this.#executions.set(arn, execution);
    this.#running.set(run, this.#follow(execution, run));
    return execution;
  }

  /** Starts no more tasks, and waits a little for those at work. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const run of this.#running.keys()) run.abort();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, STOP_GRACE_MILLISECONDS);
    await Promise.race([Promise.allSettled([...this.#running.values(), ...this.#busy]), patience.promise]);
    clearTimeout(timer);
  }

  async #follow(execution: Execution, run: Run): Promise<void> {
    const ended = await run.result.then(
      () => "SUCCEEDED" as const,
      () => "FAILED" as const,
    );
    execution.status = this.#stopping ? "ABORTED" : ended;
    execution.endedAt = new Date();
    this.#running.delete(run);
    if (execution.status === "FAILED") this.onDied();
  }

  #forgetOldest(): void {
    if (this.#executions.size < EXECUTIONS_REMEMBERED) return;
    for (const [arn, { status }] of this.#executions) {
      if (status === "RUNNING") continue;
      this.#executions.delete(arn);
      return;
    }
  }

  #machine(module: Module): (input: Json, arn: string, name: string) => Run {
    const definition = pipeline(module, (task) => localArn("lambda", `function:${task}`), this.#containers);
    const machine = new StateMachine(definition satisfies Machine);
    const handlers = taskStatesOf(definition.States).map(
      (state) => [state, (input: Json) => this.#perform(taskOfState(state), inputOf(state, input))] as const,
    );
    const overrides = { taskResourceLocalHandlers: Object.fromEntries(handlers) };
    return (input, arn, name) =>
      machine.run(input, {
        overrides,
        context: { Execution: { Id: arn, Name: name }, StateMachine: { Id: stateMachineArn(module) } },
      });
  }

  async #perform(name: TaskName, input: Json): Promise<Json> {
    const task = await this.#taskOf(name);
    const work = task(input);
    this.#busy.add(work);
    try {
      // Lambda passes JSON on and nothing else.
      return JSON.parse(JSON.stringify((await work) ?? null));
    } catch (error) {
      openLogger("local").error("a task of a scan failed", { task: name, input, error });
      throw error;
    } finally {
      this.#busy.delete(work);
    }
  }
}

const inputOf = (state: string, given: Json): Json =>
  isContainerRun(state) ? (inputOfContainer(given) as Json) : given;

/** Names of all Task states, also those inside maps. */
const taskStatesOf = (states: AslDefinition["States"]): string[] =>
  Object.entries(states).flatMap(([name, state]) => {
    if (state.Type === "Task") return [name];
    return state.Type === "Map" ? taskStatesOf(state.ItemProcessor.States) : [];
  });
