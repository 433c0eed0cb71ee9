import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { keepSecret } from "./log/context.ts";

const client = new SecretsManagerClient({ maxAttempts: 3 });

const FRESH_MS = 60_000;
/** How long earlier values serve before Secrets Manager is asked again that did not answer. */
const RETRY_MS = 5_000;

/** Secrets Manager's labels of the value that counts, and of the one before it. */
export type SecretStage = "AWSCURRENT" | "AWSPREVIOUS";

/**
 * A reader of the secret whose id is in the environment variable `idName`; see `secretVersionsReader`. It resolves to null
 * when no id is set, or the secret does not exist or is empty.
 */
export function secretReader(idName: string): (now: number) => Promise<string | null> {
  const readVersions = secretVersionsReader(idName, ["AWSCURRENT"]);
  return async (now) => (await readVersions(now))[0] ?? null;
}

/**
 * A reader of the values of one secret that carry these labels, up to the first that does not exist or is empty. What it
 * read serves for a minute, and longer while Secrets Manager does not answer. The reader takes the time in milliseconds; it
 * throws what Secrets Manager does while there are no earlier values.
 */
export function secretVersionsReader(
  idName: string,
  stages: readonly SecretStage[],
): (now: number) => Promise<readonly string[]> {
  let cached: { readonly values: readonly string[]; readonly readAt: number } | undefined;
  return async (now) => {
    const secretId = process.env[idName];
    if (!secretId) return [];
    if (cached && now - cached.readAt < FRESH_MS) return cached.values;
    try {
      cached = { values: await readVersions(secretId, stages), readAt: now };
    } catch (error) {
      if (!cached) throw error;
      // Not asked again for every request meanwhile.
      cached = { ...cached, readAt: now - FRESH_MS + RETRY_MS };
    }
    return cached.values;
  };
}

async function readVersions(secretId: string, stages: readonly SecretStage[]): Promise<readonly string[]> {
  const values: string[] = [];
  // One after the other: a value that is replaced meanwhile is read as the previous one then, and never missed.
  for (const stage of stages) {
    const value = await readVersion(secretId, stage);
    if (!value) break;
    keepSecret(value);
    values.push(value);
  }
  return values;
}

async function readVersion(secretId: string, stage: SecretStage): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
    return (await client.send(command)).SecretString;
  } catch (error) {
    // Also when the secret is there and no version carries the label.
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
