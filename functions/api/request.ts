import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { Actor, AdminIdentity, OrgIdentity } from "../domain/identity.ts";
import type { AuditTicket } from "../store/audit.ts";

/** Who calls, as far as the auth level asks for it. */
export interface Identity {
  readonly admin?: AdminIdentity;
  readonly org?: OrgIdentity;
  readonly actor: Actor;
  readonly now: Date;
}

/** What a request asks for, in the types of the endpoint's contract. */
export interface ValidatedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
}

/** What every endpoint module exports as `handler`: a Lambda behind a REST API's proxy integration. */
export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A request on its way through the chain: what earlier steps found out stands on it for later ones. */
export interface Request extends Omit<APIGatewayProxyEvent, "body"> {
  body: unknown;
  identity?: Identity;
  input?: ValidatedInput;
  /** The master keys of this deployment, read once for each request: see `masterKeysOf`. */
  masters?: Promise<readonly string[]>;
  /** Of a call that may change something and whose master key was right. */
  audit?: AuditTicket;
}
