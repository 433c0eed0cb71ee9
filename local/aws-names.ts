/** Names in the AWS of one machine: they must be well formed and nothing else. */

export const LOCAL_REGION = "eu-west-1";
const LOCAL_ACCOUNT = "000000000000";

/** The role that customers' trust policies would name. */
export const localAssumerArn = `arn:aws:iam::${LOCAL_ACCOUNT}:role/palisade-assumer`;

/** Any key pair does: nothing on loopback checks signatures. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local" };

/** ARN of something in this AWS, such as `localArn("secretsmanager", "secret:name")`. */
export const localArn = (service: string, resource: string): string =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
