/**
 * The part of the Amazon States Language that the pipelines use: JSONPath, no variables, inline maps. That is the
 * subset which Step Functions and the interpreter of the one-machine runtime understand alike.
 */
export type Payload = { [field: string]: string };

/** What a service is called with; strings under names that end in `.$` are paths and functions. */
export type Parameters = { [field: string]: string | Parameters | (string | Parameters)[] };

export interface Retrier {
  ErrorEquals: string[];
  IntervalSeconds: number;
  MaxAttempts: number;
  BackoffRate: number;
  MaxDelaySeconds: number;
  JitterStrategy: "FULL";
}

export interface Catcher {
  ErrorEquals: string[];
  ResultPath: string;
  Next: string;
}

type Continuation = { Next: string } | { End: true };

export type TaskState = {
  Type: "Task";
  Resource: string;
  Parameters: Parameters;
  /** Null discards the result and passes the input on. */
  ResultPath?: string | null;
  /** Null passes on an empty object. */
  OutputPath?: null;
  TimeoutSeconds: number;
  Retry: Retrier[];
  Catch?: Catcher[];
} & Continuation;

export interface ChoiceState {
  Type: "Choice";
  Choices: { Variable: string; BooleanEquals: boolean; Next: string }[];
  Default: string;
}

export type MapState = {
  Type: "Map";
  ItemsPath: string;
  MaxConcurrency: number;
  ItemSelector: Payload;
  ItemProcessor: { ProcessorConfig: { Mode: "INLINE" }; StartAt: string; States: Record<string, State> };
  /** Discards the results: what was found is in the table. */
  ResultPath: null;
  Catch: Catcher[];
  Next: string;
};

export interface SucceedState {
  Type: "Succeed";
}

export interface FailState {
  Type: "Fail";
  Error: string;
  Cause: string;
}

export type State = TaskState | ChoiceState | MapState | SucceedState | FailState;

export interface AslDefinition {
  Comment: string;
  StartAt: string;
  TimeoutSeconds: number;
  States: Record<string, State>;
}
