/**
 * What the state machines send to their tasks and get back: ids only, never data, because an execution's state is
 * limited to 256 KB and shows in consoles. Every task may be delivered twice.
 */

/** Input of an execution, built from the scan alone so that starting it twice is byte-identical. */
export interface ScanRef {
  readonly org_id: string;
  readonly scan_id: string;
}

/** `execution` is the execution's own ARN: it alone may go on with the scan that it claimed. */
export interface ClaimInput extends ScanRef {
  readonly execution: string;
}

/** `claim`: pending -> running. `claimed` is false when there is nothing (more) to do: the execution then succeeds as a no-op. */
export interface ClaimResult {
  readonly claimed: boolean;
}

/** `begin-stage`: the stage boundary. `cancelled` leads to the `cancel` task; otherwise each entry of `work` is one `run-scanner`. */
export interface StageInput extends ScanRef {
  readonly stage: string;
}
export interface StagePlan {
  readonly cancelled: boolean;
  readonly work: readonly {
    readonly scanner: string;
    readonly batch: number;
    /** It runs where the programs of others are; elsewhere it would not find its own. */
    readonly container: boolean;
  }[];
}

/** `run-scanner`: one batch of one scanner. Ends normally whether the scanner succeeded or failed; throws only when the result could not be recorded. */
export interface RunInput extends StageInput {
  readonly scanner: string;
  readonly batch: number;
}

/** Seconds that a batch may take in a container, which knows no limit of its own as a Lambda does. */
export const CONTAINER_SECONDS_MAX = 720;

/** Where a container finds the input of its one batch, as JSON. */
export const RUN_INPUT_VARIABLE = "RUN_INPUT";

/** `fail-run`: a `run-scanner` that threw to the end. `error` is what Step Functions' Catch gives. */
export interface FailRunInput extends RunInput {
  readonly error: { readonly Error?: string; readonly Cause?: string };
}

/** `fail`: the whole job died. */
export interface FailInput extends ScanRef {
  readonly error?: { readonly Error?: string; readonly Cause?: string };
}
