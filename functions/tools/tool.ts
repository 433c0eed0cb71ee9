import type { Relay } from "../net/net.ts";

/** Programs of others that scanners start. Which versions, and where they come from, is in `lib/tool-modules.ts`. */
export const toolNames = ["tlsx"] as const;
export type ToolName = (typeof toolNames)[number];

/** `timeout` when it took longer than it may, which can be its target's doing. */
export type ToolErrorCode = "failed" | "timeout";

/** A run of a tool that did not come to its end. `message` is fit for the customer. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  constructor(message: string, code: ToolErrorCode = "failed") {
    super(message);
    this.code = code;
  }
}

/** What a tool is started with. */
export interface ToolRun {
  readonly args: readonly string[];
  /** Its only way out. Its arguments must say so too, where it does not heed the usual variables. */
  readonly relay: Pick<Relay, "url">;
  /** Seconds that it may run. */
  readonly seconds: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** What a tool left behind when it ended by itself with code 0. */
export interface ToolOutput {
  readonly stdout: string;
}

/** Starts a tool and waits for its end. Throws ToolError. */
export type RunTool = (name: ToolName, run: ToolRun) => Promise<ToolOutput>;
