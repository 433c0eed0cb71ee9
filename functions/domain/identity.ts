import type { ActorKind, Module } from "./vocabulary.ts";

/** The admin key behind a request, as far as the rest of the service may know it. */
export interface AdminIdentity {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
}

/** The org behind a request. Kept as a copy on the org's key item, so that authentication needs no second read. */
export interface OrgIdentity {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly slug: string;
  readonly modulesEnabled: readonly Module[];
  readonly isActive: boolean;
  readonly scanIntervalDays: number;
  readonly apiKeyPrefix: string;
  readonly createdAt: string;
}

/** Who acted, for activity records. */
export interface Actor {
  readonly name: string;
  readonly kind: ActorKind;
  readonly adminKeyPrefix: string;
  readonly ip: string;
}

/** The service acting by itself. */
export const systemActor: Actor = { name: "system", kind: "system", adminKeyPrefix: "", ip: "" };
