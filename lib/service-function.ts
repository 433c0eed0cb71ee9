import { Duration } from "aws-cdk-lib";
import type { IRole } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Bundles } from "./bundles.ts";

export interface ServiceFunctionProps {
  readonly bundles: Bundles;
  /** Absolute path of the source file; it exports `handler`. */
  readonly file: string;
  readonly description: string;
  readonly role: IRole;
  readonly logGroup: ILogGroup;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  /** Calls at one time, kept free for this function and never exceeded; without it, what the account has left. */
  readonly reservedConcurrency?: number | null;
  readonly environment: Readonly<Record<string, string>>;
  /** What Lambda itself adds to the log: by default, start and report of every call. */
  readonly systemLogLevel?: SystemLogLevel;
}

/**
 * One Lambda of the service: ARM64, Node 24, its own bundle, no permissions but its role's. Every line in its log is
 * JSON, those of Lambda too.
 */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id, {
      description: props.description,
      code: Code.fromAsset(props.bundles.folderOf(props.file)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      role: props.role,
      logGroup: props.logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: props.systemLogLevel ?? SystemLogLevel.INFO,
      memorySize: props.memoryMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency == null ? {} : { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { POWERTOOLS_SERVICE_NAME: "palisade", LOG_LEVEL: "INFO", ...props.environment },
    });
  }
}
