import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import {
  GetSecretValueCommand,
  type GetSecretValueResponse,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  SecretsManagerServiceException,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import type { SecretStage } from "../functions/secret-cache.ts";
import { complaintOf } from "../local/complaint.ts";
import { StartupError } from "../local/failure.ts";

const USAGE = `Usage: npm run --silent master-key -- --secret ID --show | --rotate | --finish

Shows or replaces the master key of a deployment, with the AWS credentials and region of this shell.

  --secret ID      secret that holds the key: MasterKeySecret among the outputs of the data stack
  --show          prints the key, and says whether the previous one is still accepted
  --rotate        makes a new key and prints it; the old one is accepted as well until --finish
  --finish        ends that: the old key is refused within a minute
  --help          this text

The key alone goes to standard output, but npm writes lines before it, unless it is told --silent. To keep it in a file:

  (umask 077; npm run --silent master-key -- --secret ID --show > FILE)

The local service keeps its key in the file master-key of DATA_DIR (.data), or takes MASTER_KEY from its environment: change
either and start it again.
`;

const options = {
  secret: { type: "string" },
  show: { type: "boolean" },
  rotate: { type: "boolean" },
  finish: { type: "boolean" },
  help: { type: "boolean" },
} as const;

const KEY_BYTES = 48;

const client = new SecretsManagerClient({});

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(USAGE);
  const actions = [values.show && show, values.rotate && rotate, values.finish && finish].filter((one) => !!one);
  const [act] = actions;
  if (!act || actions.length > 1) throw new StartupError("Say one of --show, --rotate and --finish");
  if (!values.secret)
    throw new StartupError(
      "Name the secret: --secret, MasterKeySecret among the outputs of the data stack (for a local service see --help)",
    );
  await act(values.secret);
}

async function show(secretId: string): Promise<void> {
  const { SecretString: key } = await currentOf(secretId);
  const previous = await versionOf(secretId, "AWSPREVIOUS");
  if (!key) throw new StartupError(`The secret ${secretId} is empty`);
  process.stdout.write(`${key}\n`);
  tell(previous ? "The previous key is accepted as well, until --finish" : "No other key is accepted");
}

async function rotate(secretId: string): Promise<void> {
  await currentOf(secretId);
  // A third key would push out the one that callers may still have.
  if (await versionOf(secretId, "AWSPREVIOUS"))
    throw new StartupError("The previous key is still accepted: end that first, with --finish");
  const key = randomBytes(KEY_BYTES).toString("base64url");
  await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: key }));
  process.stdout.write(`${key}\n`);
  tell("This is the new key, accepted everywhere in a minute. Give it to every caller after that; the old one is");
  tell(`accepted as well until: npm run master-key -- --secret ${secretId} --finish`);
}

async function finish(secretId: string): Promise<void> {
  await currentOf(secretId);
  const previous = await versionOf(secretId, "AWSPREVIOUS");
  if (!previous) return tell("No other key than the current one is accepted: there is nothing to finish");
  const { VersionId } = previous;
  const command = { SecretId: secretId, VersionStage: "AWSPREVIOUS", RemoveFromVersionId: VersionId };
  await client.send(new UpdateSecretVersionStageCommand(command));
  tell("The old key is refused within a minute");
}

async function currentOf(secretId: string): Promise<GetSecretValueResponse> {
  const current = await versionOf(secretId, "AWSCURRENT");
  if (!current) throw new StartupError(`There is no secret ${secretId} in this account and region, or it has no value`);
  return current;
}

/** The version with a label; null when there is none. */
async function versionOf(secretId: string, stage: SecretStage): Promise<GetSecretValueResponse | null> {
  try {
    return await client.send(new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** A refusal of Secrets Manager, such as of credentials without the right to do this, is told in its own words. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof SecretsManagerServiceException ? `${error.name}: ${error.message}` : complaintOf(error, USAGE);

try {
  await main();
} catch (error) {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  tell(reason);
  process.exitCode = 1;
}
