import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { localAssumerArn } from "../../local/aws-names.ts";
import { listenOnLoopback, stopServer } from "../../local/loopback.ts";
import { deployedService } from "./deployed.ts";

/** The role of the service under test that customers' roles trust. */
export const assumerArn = deployedService()?.assumerArn ?? localAssumerArn;

/** An external ID that a careless trust policy asks for: `StringLike sts:ExternalId *`. */
export const ANY = "*";

/** What a made-up role does when it is asked for. A role that is in nobody's script denies access. */
export interface ScriptedRole {
  /** ARN of whom it trusts; the assumer role when left out. */
  readonly principal?: string;
  /** What its trust policy asks for; undefined: nothing. */
  readonly externalId?: string;
  /** Account of its credentials; that of its ARN when left out. */
  readonly account?: string;
  /** An error code in place of the answer, to every call, or to those without an external ID. */
  readonly fails?: { readonly code: string; readonly status?: number; readonly only?: "without_external_id" };
  /** Nothing is answered; what is answered is no XML; or it is XML that holds nothing. */
  readonly answers?: "never" | "garbage" | "nothing";
  /** What goes on before it answers. */
  readonly before?: () => Promise<unknown>;
}

/** A request as it came: its parameters, and the ARN of whoever signed it. */
export interface StsRequest {
  readonly action: string;
  readonly caller: string;
  readonly input: Readonly<Record<string, string>>;
}

export interface TestSts {
  /** By ARN. The assumer role is there from the first. */
  readonly roles: Map<string, ScriptedRole>;
  readonly requests: StsRequest[];
  stop(): Promise<void>;
}

/** Whose credentials the process has. */
export const ambientArn = "arn:aws:iam::000000000000:user/local";

/** The assumer role as it must be. */
export const assumer: ScriptedRole = { principal: ambientArn };

/**
 * Answers AWS STS's query protocol on a free loopback port (on STS_PORT, which a deployed service knows) and points the
 * SDK there. Roles are as
 * a test scripts them.
 */
export async function startSts(): Promise<TestSts> {
  const roles = new Map<string, ScriptedRole>([[assumerArn, assumer]]);
  const requests: StsRequest[] = [];
  const sessions = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const input = Object.fromEntries(new URLSearchParams(await textOf(request)));
    const accessKeyId = /Credential=([^/]+)\//.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const caller = sessions.get(accessKeyId) ?? ambientArn;
    const action = input.Action ?? "";
    requests.push({ action, caller, input });
    if (action === "GetCallerIdentity") return answerIdentity(response, caller, roles.get(caller) ?? {});
    await answerAssumption(response, { input, caller, sessions }, roles.get(input.RoleArn ?? ""));
  });
  process.env.AWS_ENDPOINT_URL_STS = `http://127.0.0.1:${await listenOnLoopback(server, Number(process.env.STS_PORT ?? 0))}`;
  return { roles, requests, stop: () => stopServer(server, 0) };
}

interface Assumption {
  readonly input: Readonly<Record<string, string>>;
  readonly caller: string;
  readonly sessions: Map<string, string>;
}

async function answerAssumption(
  response: ServerResponse,
  { input, caller, sessions }: Assumption,
  role: ScriptedRole | undefined,
): Promise<void> {
  await role?.before?.();
  const arn = input.RoleArn ?? "";
  const fails = role?.fails?.only === undefined || input.ExternalId === undefined ? role?.fails : undefined;
  if (fails) return refuse(response, fails.code, fails.status);
  if (role?.answers === "never") return;
  if (role?.answers) return void response.end(role.answers === "garbage" ? "<AssumeRoleResponse" : "<A><B/></A>");
  const isTrusted = caller === (role?.principal ?? assumerArn);
  const isGiven = role?.externalId === ANY ? input.ExternalId !== undefined : input.ExternalId === role?.externalId;
  if (!role || !isTrusted || (role.externalId !== undefined && !isGiven)) return refuse(response, "AccessDenied", 403);
  const accessKeyId = `ASIA${randomUUID().replaceAll("-", "").slice(0, 16).toUpperCase()}`;
  sessions.set(accessKeyId, arn);
  const expiration = new Date(Date.now() + Number(input.DurationSeconds) * 1000).toISOString();
  succeed(
    response,
    "AssumeRole",
    `<Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>${expiration}</Expiration></Credentials>`,
  );
}

const answerIdentity = (response: ServerResponse, caller: string, { account }: ScriptedRole): void =>
  succeed(
    response,
    "GetCallerIdentity",
    `<UserId>id</UserId><Account>${account ?? caller.split(":")[4]}</Account><Arn>${caller}</Arn>`,
  );

const succeed = (response: ServerResponse, action: string, result: string): void =>
  void response
    .writeHead(200, { "Content-Type": "text/xml" })
    .end(`<${action}Response xmlns="${NAMESPACE}"><${action}Result>${result}</${action}Result></${action}Response>`);

const refuse = (response: ServerResponse, code: string, status = 400): void =>
  void response
    .writeHead(status, { "Content-Type": "text/xml" })
    .end(
      `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>User ${ambientArn} met ${code}</Message></Error></ErrorResponse>`,
    );

const NAMESPACE = "https://sts.amazonaws.com/doc/2011-06-15/";

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
