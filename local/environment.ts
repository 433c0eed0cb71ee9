import type { ToolName } from "../functions/tools/tool.ts";
import { LOCAL_REGION, localAssumerArn, localCredentials } from "./aws-names.ts";

/** What the functions are to find in their environment. */
export interface FunctionEnvironment {
  readonly tableName: string;
  readonly dynamoEndpoint: string;
  /** Endpoint of the stand-ins. */
  readonly awsEndpoint: string;
  /** Null when no master key is configured. */
  readonly masterKeySecretId: string | null;
  readonly eventBusName: string;
  readonly deadLetterQueueUrl: string;
  /** Null when events are sent nowhere. */
  readonly webhook: { readonly url: string; readonly secretId: string; readonly queueUrl: string } | null;
  /** Events are written to standard output. */
  readonly eventStream: boolean;
  /** ARN of the state machine of each module that has one. */
  readonly stateMachineArns: Readonly<Record<string, string>>;
  /** Null when the documentation is not served. */
  readonly docsFolder: string | null;
  /** The tools that scanners can run, and the folders in which they are, as in `PATH`. */
  readonly tools: readonly ToolName[];
  readonly toolsPath: string;
  readonly debug: boolean;
}

/**
 * Sets the variables that a deployment sets, and points the AWS SDK at this machine. Whatever else the user's shell says
 * about AWS is taken out, so that no profile or endpoint of theirs can lead a call to a real account.
 */
export function setFunctionEnvironment(environment: FunctionEnvironment): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
  Object.assign(process.env, {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_CONFIG_FILE: NO_FILE,
    AWS_SHARED_CREDENTIALS_FILE: NO_FILE,
    AWS_EC2_METADATA_DISABLED: "true",
    // Services that have no stand-in get a refusal from this endpoint, and not an answer from the internet.
    AWS_ENDPOINT_URL: environment.awsEndpoint,
    AWS_ENDPOINT_URL_DYNAMODB: environment.dynamoEndpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: environment.awsEndpoint,
    AWS_ENDPOINT_URL_SFN: environment.awsEndpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: environment.awsEndpoint,
    AWS_ENDPOINT_URL_SQS: environment.awsEndpoint,
    TABLE_NAME: environment.tableName,
    EVENT_BUS_NAME: environment.eventBusName,
    DEAD_LETTER_QUEUE_URL: environment.deadLetterQueueUrl,
    EVENT_STREAM: environment.eventStream ? "on" : "off",
    ASSUMER_ROLE_ARN: localAssumerArn,
    SCAN_TOOLS: environment.tools.join(","),
    TOOLS_PATH: environment.toolsPath,
    POWERTOOLS_LOG_LEVEL: environment.debug ? "DEBUG" : "WARN",
  });
  for (const [module, arn] of Object.entries(environment.stateMachineArns))
    process.env[`STATE_MACHINE_ARN_${module.toUpperCase()}`] = arn;
  const { webhook } = environment;
  setOrDelete("SIEM_WEBHOOK_URL", webhook?.url);
  setOrDelete("WEBHOOK_SECRET_ID", webhook?.secretId);
  setOrDelete("WEBHOOK_QUEUE_URL", webhook?.queueUrl);
  // What the shell gave is kept in the secret alone.
  for (const name of ["SIEM_WEBHOOK_TOKEN", "SIEM_WEBHOOK_SIGNING_SECRET"]) delete process.env[name];
  if (environment.docsFolder !== null) process.env.DOCS_FOLDER = environment.docsFolder;
  setOrDelete("MASTER_KEY_SECRET_ID", environment.masterKeySecretId ?? undefined);
}

function setOrDelete(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** A path at which there is no file. */
const NO_FILE = "/nonexistent/palisade";
