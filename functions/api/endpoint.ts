import type * as z from "zod";
import type { Actor, AdminIdentity, OrgIdentity } from "../domain/identity.ts";

/** Which keys a route needs: none, the master key, master and admin, or master, admin and org. */
export type Auth = "none" | "master" | "admin" | "org";

/** Statuses every endpoint of an auth level can answer besides its own; see `lambda.ts` for their order. */
export const commonErrors = {
  none: [500],
  master: [401, 422, 429, 500, 503],
  admin: [401, 422, 429, 500, 503],
  org: [401, 422, 429, 500, 503],
} as const satisfies Record<Auth, readonly number[]>;

/** What the handler of an endpoint may do to AWS. One IAM role profile per value; see `lib/`. */
export type Grant = "read" | "write" | "scan-control" | "none";

type Shape = z.ZodType;
type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

export interface Call<A extends Auth, P, Q, B> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  /** The org of the X-Org-Key. */
  readonly org: A extends "org" ? OrgIdentity : undefined;
  /** The admin key that called. */
  readonly admin: A extends "org" | "admin" ? AdminIdentity : undefined;
  readonly actor: Actor;
  /** Time of the request. */
  readonly now: Date;
}

/**
 * The contract of one endpoint: enough to route it, document it, deploy it with least privilege and validate its
 * traffic. `params`, `query` and `body` are zod objects; `responses` maps each success status to its body schema
 * (null for 204); `errors` says of each status that this operation adds to `commonErrors` what it means here.
 */
export interface Endpoint<
  A extends Auth = Auth,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> {
  readonly kind: "endpoint";
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base URL, with `{names}` of `params`. */
  readonly path: string;
  readonly auth: A;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly responses: Readonly<Record<number, Shape | null>>;
  readonly errors: Readonly<Record<number, string | ErrorWithBody>>;
  readonly grant: Grant;
  /** True for routes that the customer's specification does not have. */
  readonly extension?: boolean;
  /** The module that must be enabled for the org (403 otherwise); read before the body is validated. */
  readonly module?: (body: unknown) => unknown;
  /** Returns the success status and body. Throws ApiError for an expected refusal. */
  handle(call: Call<A, P, Q, B>): Promise<Reply>;
}

/** An error that an operation may answer with a body of its own instead of `{detail}`. */
export interface ErrorWithBody {
  readonly meaning: string;
  readonly body: Shape;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** Declares an endpoint; infers what `handle` gets from the schemas. */
export const endpoint = <
  A extends Auth,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(
  definition: Omit<Endpoint<A, P, Q, B>, "kind">,
): Endpoint<A, P, Q, B> => ({ kind: "endpoint", ...definition });

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent: Reply = { status: 204 };
