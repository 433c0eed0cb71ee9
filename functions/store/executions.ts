import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import type { Module } from "../domain/vocabulary.ts";
import type { ScanRecord } from "./scans.ts";

const client = new SFNClient({ maxAttempts: 3 });

type ScanName = Pick<ScanRecord, "id" | "org_id" | "module">;

const stateMachineArn = (module: Module): string | undefined =>
  process.env[`STATE_MACHINE_ARN_${module.toUpperCase()}`];

/**
 * Starts the execution of a scan, named by the scan's id: starting it twice starts it once. A failure is not an error of
 * the caller's: the scan stays pending and the sweeper starts it. Returns whether the execution exists now.
 */
export async function startExecution(scan: ScanName): Promise<boolean> {
  const input = JSON.stringify({ org_id: scan.org_id, scan_id: scan.id });
  try {
    await client.send(
      new StartExecutionCommand({ stateMachineArn: stateMachineArn(scan.module), name: scan.id, input }),
    );
    return true;
  } catch (error) {
    return error instanceof ExecutionAlreadyExists;
  }
}

/**
 * Is the execution of a scan still going on? Throws when Step Functions does not answer, so that a scan is not failed
 * for that.
 */
export async function isExecuting(scan: ScanName): Promise<boolean> {
  const machine = stateMachineArn(scan.module);
  const executionArn = `${machine?.replace(":stateMachine:", ":execution:")}:${scan.id}`;
  try {
    const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
    return status === "RUNNING" || status === "PENDING_REDRIVE";
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return false;
    throw error;
  }
}
