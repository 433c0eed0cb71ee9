import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import type { Module } from "../domain/vocabulary.ts";
import { openLogger } from "../log/logger.ts";
import type { ScanRecord } from "./scans.ts";

const logger = openLogger("scans");
const client = new SFNClient({ maxAttempts: 3 });

type ScanName = Pick<ScanRecord, "id" | "org_id" | "module">;

const stateMachineArn = (module: Module): string | undefined =>
  process.env[`STATE_MACHINE_ARN_${module.toUpperCase()}`];

/**
 * Starts the execution of a scan, named by the scan's id: starting it twice starts it once. A failure is logged and not
 * thrown, because it is no error of the caller's: the scan stays pending and the sweeper starts it. `existed` means that
 * an execution has had this name, whether or not it still runs.
 */
export async function startExecution(scan: ScanName): Promise<"started" | "existed" | "failed"> {
  const input = JSON.stringify({ org_id: scan.org_id, scan_id: scan.id });
  try {
    const command = new StartExecutionCommand({ stateMachineArn: stateMachineArn(scan.module), name: scan.id, input });
    await client.send(command);
    return "started";
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return "existed";
    const reason = error instanceof Error ? error.name : "unknown";
    logger.error("an execution could not be started", { scan_id: scan.id, module: scan.module, reason });
    return "failed";
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
