import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError, type Operations } from "./aws-json.ts";
import { localArn } from "./aws-names.ts";

const get = z.looseObject({ SecretId: z.string(), VersionStage: z.string().default("AWSCURRENT") });
const put = z.looseObject({ SecretId: z.string(), SecretString: z.string() });
const create = z.looseObject({ Name: z.string(), SecretString: z.string() });
const describe = z.looseObject({ SecretId: z.string() });
const update = z.looseObject({
  SecretId: z.string(),
  VersionStage: z.string(),
  MoveToVersionId: z.string().optional(),
  RemoveFromVersionId: z.string().optional(),
});

interface Version {
  readonly value: string;
  readonly id: string;
}

/** A secret: its versions by their labels. What carries no label is gone. */
interface Secret {
  readonly name: string;
  readonly stages: Map<string, Version>;
}

const arnOf = (name: string): string => localArn("secretsmanager", `secret:${name}`);

/** AWS Secrets Manager in memory: strings, with the labels of their versions; names or ARNs. */
export function secretsManager(initial: Readonly<Record<string, string>> = {}): Operations {
  const secrets = new Map<string, Secret>();
  const make = (name: string): Secret => {
    const secret = { name, stages: new Map() };
    secrets.set(name, secret);
    return secret;
  };
  const find = (secretId: string): Secret => {
    const name = secretId.startsWith(arnOf("")) ? secretId.slice(arnOf("").length) : secretId;
    return secrets.get(name) ?? refuse("ResourceNotFoundException", "can't find the specified secret.");
  };
  for (const [name, value] of Object.entries(initial)) store(make(name), value);
  return {
    "secretsmanager.GetSecretValue": (input) => {
      const { SecretId, VersionStage } = get.parse(input);
      const secret = find(SecretId);
      const version =
        secret.stages.get(VersionStage) ??
        refuse("ResourceNotFoundException", `can't find the specified secret value for staging label: ${VersionStage}`);
      return { ...answer(secret, version), SecretString: version.value, VersionStages: labelsOf(secret, version) };
    },
    "secretsmanager.PutSecretValue": (input) => {
      const { SecretId, SecretString } = put.parse(input);
      return store(find(SecretId), SecretString);
    },
    "secretsmanager.CreateSecret": (input) => {
      const { Name, SecretString } = create.parse(input);
      if (secrets.has(Name)) throw new AwsError("ResourceExistsException", `The secret ${Name} already exists.`);
      return store(make(Name), SecretString);
    },
    "secretsmanager.DescribeSecret": (input) => {
      const secret = find(describe.parse(input).SecretId);
      const versions = [...secret.stages.values()].map((version) => [version.id, labelsOf(secret, version)]);
      return { ARN: arnOf(secret.name), Name: secret.name, VersionIdsToStages: Object.fromEntries(versions) };
    },
    "secretsmanager.UpdateSecretVersionStage": (input) => {
      const { SecretId, VersionStage, MoveToVersionId, RemoveFromVersionId } = update.parse(input);
      const secret = find(SecretId);
      // AWS asks for the version that has the label, so that nobody takes it from one that they do not know of.
      if (secret.stages.get(VersionStage)?.id !== RemoveFromVersionId)
        refuse("InvalidParameterException", `has the label ${VersionStage} on another version.`);
      if (MoveToVersionId !== undefined) move(secret, VersionStage, MoveToVersionId);
      else if (VersionStage === "AWSCURRENT")
        refuse("InvalidParameterException", "can't remove the label AWSCURRENT, only move it.");
      else secret.stages.delete(VersionStage);
      return { ARN: arnOf(secret.name), Name: secret.name };
    },
  };
}

function store(secret: Secret, value: string): object {
  const version = { value, id: randomUUID() };
  setCurrent(secret, version);
  return { ...answer(secret, version), VersionStages: labelsOf(secret, version) };
}

function move(secret: Secret, stage: string, versionId: string): void {
  const version =
    [...secret.stages.values()].find(({ id }) => id === versionId) ??
    refuse("ResourceNotFoundException", "can't find the specified secret version.");
  if (stage === "AWSCURRENT") setCurrent(secret, version);
  else secret.stages.set(stage, version);
}

/** The version that was current so far becomes the previous one. */
function setCurrent({ stages }: Secret, version: Version): void {
  const replaced = stages.get("AWSCURRENT");
  if (replaced) stages.set("AWSPREVIOUS", replaced);
  stages.set("AWSCURRENT", version);
}

const answer = ({ name }: Secret, { id }: Version) => ({ ARN: arnOf(name), Name: name, VersionId: id });

const labelsOf = ({ stages }: Secret, version: Version): readonly string[] =>
  [...stages].filter(([, labelled]) => labelled.id === version.id).map(([label]) => label);

function refuse(code: string, text: string): never {
  throw new AwsError(code, `Secrets Manager ${text}`);
}
