import type * as z from "zod";
import type { AdminIdentity, OrgIdentity } from "../domain/identity.ts";
import type { Caller } from "../store/audit.ts";

/** Which keys a route needs: none, the master key, master and admin, or master, admin and org. */
export type Auth = "none" | "master" | "admin" | "org";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Statuses every endpoint of an auth level can answer besides its own; see `lambda.ts` for their order. */
export const commonErrors = {
  none: [500, 503],
  master: [401, 422, 429, 500, 503],
  admin: [401, 422, 429, 500, 503],
  org: [401, 422, 429, 500, 503],
} as const satisfies Record<Auth, readonly number[]>;

/** What the handler of an endpoint may do to AWS. One IAM role profile per value; see `lib/`. */
export type Grant = "read" | "write" | "scan-control" | "cloud-trust" | "none";

type Shape = z.ZodType;
type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

export interface Call<A extends Auth, M extends Method, P, Q, B, H> {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly headers: Parsed<H>;
  /** The org of the X-Org-Key. */
  readonly org: A extends "org" ? OrgIdentity : undefined;
  /** The admin key that called. */
  readonly admin: A extends "org" | "admin" ? AdminIdentity : undefined;
  /** Who calls, for what changes something; a GET has none. */
  readonly by: M extends "GET" ? undefined : Caller;
  /** Time of the request. */
  readonly now: Date;
}

/**
 * The contract of one endpoint: enough to route it, document it, deploy it with least privilege and validate its
 * traffic. `params`, `query`, `body` and `headers` are zod objects, those of `headers` with names in their usual spelling;
 * `responses` maps each success status to its body schema (null for none); `errors` says of each status that this
 * operation adds to `commonErrors` what it means here.
 */
export interface Endpoint<
  A extends Auth = Auth,
  M extends Method = Method,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
  H extends Shape | undefined = Shape | undefined,
> {
  readonly kind: "endpoint";
  readonly operationId: string;
  readonly method: M;
  /** Below the base URL, with `{names}` of `params`. */
  readonly path: string;
  readonly auth: A;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Headers besides the keys. */
  readonly headers?: H;
  readonly responses: Readonly<Record<number, Shape | null>>;
  /** Headers of each success status that a caller may rely on, with what they say. */
  readonly responseHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** Fields in which the example of a success differs from the usual one of its schema. */
  readonly examples?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** Media types of the success answers; JSON when left out. */
  readonly mediaTypes?: readonly string[];
  readonly errors: Readonly<Record<number, string | DescribedError>>;
  readonly grant: Grant;
  /** True for routes that the customer's specification does not have. */
  readonly extension?: boolean;
  /** The module that must be enabled for the org (403 otherwise); read before the body is validated. */
  readonly module?: (body: unknown) => unknown;
  /** Returns the success status and body. Throws ApiError for an expected refusal. */
  handle(call: Call<A, M, P, Q, B, H>): Promise<Reply>;
}

/** An error of which there is more to say than what it means. */
export interface DescribedError {
  readonly meaning: string;
  /** What `detail` says, for the document's examples; by name where it says one thing or another. */
  readonly detail?: string | Readonly<Record<string, string>>;
  /** What may be answered instead of `{detail}`. */
  readonly body?: Shape;
}

export interface Reply {
  readonly status: number;
  /** To be sent as JSON. */
  readonly body?: unknown;
  /** To be sent as it is, in place of `body`; its Content-Type is among the headers. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the next page of a list begins; becomes the `Link` header. */
  readonly next?: string | undefined;
}

/** Declares an endpoint; infers what `handle` gets from the schemas. */
export const endpoint = <
  A extends Auth,
  M extends Method,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  H extends Shape | undefined = undefined,
>(
  definition: Omit<Endpoint<A, M, P, Q, B, H>, "kind">,
): Endpoint<A, M, P, Q, B, H> => ({ kind: "endpoint", ...definition });

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent: Reply = { status: 204 };
