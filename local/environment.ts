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
  /** ARN of the state machine of each module that has one. */
  readonly stateMachineArns: Readonly<Record<string, string>>;
  /** Null when the documentation is not served. */
  readonly docsFolder: string | null;
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
    TABLE_NAME: environment.tableName,
    EVENT_BUS_NAME: environment.eventBusName,
    ASSUMER_ROLE_ARN: localAssumerArn,
    POWERTOOLS_LOG_LEVEL: environment.debug ? "DEBUG" : "WARN",
  });
  for (const [module, arn] of Object.entries(environment.stateMachineArns))
    process.env[`STATE_MACHINE_ARN_${module.toUpperCase()}`] = arn;
  if (environment.docsFolder !== null) process.env.DOCS_FOLDER = environment.docsFolder;
  if (environment.masterKeySecretId === null) delete process.env.MASTER_KEY_SECRET_ID;
  else process.env.MASTER_KEY_SECRET_ID = environment.masterKeySecretId;
}

/** A path at which there is no file. */
const NO_FILE = "/nonexistent/palisade";
