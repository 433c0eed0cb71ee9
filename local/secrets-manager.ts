import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError, type Operations } from "./aws-json.ts";
import { localArn } from "./aws-names.ts";

const named = z.looseObject({ SecretId: z.string() });
const put = z.looseObject({ SecretId: z.string(), SecretString: z.string() });
const create = z.looseObject({ Name: z.string(), SecretString: z.string() });

interface Version {
  readonly value: string;
  readonly id: string;
}

const arnOf = (name: string): string => localArn("secretsmanager", `secret:${name}`);

/** AWS Secrets Manager in memory: strings, current versions only, names or ARNs. */
export function secretsManager(initial: Readonly<Record<string, string>> = {}): Operations {
  const secrets = new Map<string, Version>();
  const store = (name: string, value: string) => {
    const version = { value, id: randomUUID() };
    secrets.set(name, version);
    return { ARN: arnOf(name), Name: name, VersionId: version.id };
  };
  const find = (secretId: string) => {
    const name = secretId.startsWith(arnOf("")) ? secretId.slice(arnOf("").length) : secretId;
    const version = secrets.get(name);
    if (!version) throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return { name, version };
  };
  for (const [name, value] of Object.entries(initial)) store(name, value);
  return {
    "secretsmanager.GetSecretValue": (input) => {
      const { name, version } = find(named.parse(input).SecretId);
      const labels = { VersionId: version.id, VersionStages: ["AWSCURRENT"] };
      return { ARN: arnOf(name), Name: name, SecretString: version.value, ...labels };
    },
    "secretsmanager.PutSecretValue": (input) => {
      const { SecretId, SecretString } = put.parse(input);
      return store(find(SecretId).name, SecretString);
    },
    "secretsmanager.CreateSecret": (input) => {
      const { Name, SecretString } = create.parse(input);
      if (secrets.has(Name)) throw new AwsError("ResourceExistsException", `The secret ${Name} already exists.`);
      return store(Name, SecretString);
    },
  };
}
