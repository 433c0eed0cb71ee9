import * as z from "zod";
import { AwsError, type Operations } from "./aws-json.ts";
import type { StateMachines } from "./state-machines.ts";

const start = z.looseObject({
  stateMachineArn: z.string(),
  name: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/),
  input: z.string().max(262_144).default("{}"),
});
const describe = z.looseObject({ executionArn: z.string() });

const inSeconds = (time: Date | null): number | undefined => (time ? time.getTime() / 1000 : undefined);

/** AWS Step Functions in front of the interpreter: starting, and looking at, executions of Standard state machines. */
export function stepFunctions(machines: StateMachines): Operations {
  return {
    "AWSStepFunctions.StartExecution": (input) => {
      const { stateMachineArn, name, input: text } = start.parse(input);
      if (!machines.has(stateMachineArn))
        throw new AwsError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${stateMachineArn}'`);
      const execution = machines.start(stateMachineArn, name, text);
      // Starting again is answered like the first time, but only while the execution runs and the input is the same.
      if (!execution)
        throw new AwsError("ExecutionAlreadyExists", `Execution Already Exists: '${stateMachineArn}', '${name}'`);
      return { executionArn: execution.arn, startDate: inSeconds(execution.startedAt) };
    },
    "AWSStepFunctions.DescribeExecution": (input) => {
      const { executionArn } = describe.parse(input);
      const execution = machines.find(executionArn);
      if (!execution) throw new AwsError("ExecutionDoesNotExist", `Execution Does Not Exist: '${executionArn}'`);
      return {
        executionArn: execution.arn,
        stateMachineArn: execution.machineArn,
        name: execution.name,
        status: execution.status,
        startDate: inSeconds(execution.startedAt),
        stopDate: inSeconds(execution.endedAt),
        input: execution.input,
      };
    },
  };
}
