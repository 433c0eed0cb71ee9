import type { ActorKind, Module } from "./vocabulary.ts";

/** The admin key behind a request, as far as the rest of the service may know it. */
export interface AdminIdentity {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
}

/** An org in the form in which it is stored and shown. The org's key item holds a copy, so that authentication needs no second read. */
export interface OrgIdentity {
  readonly id: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly slug: string;
  readonly modules_enabled: readonly Module[];
  readonly is_active: boolean;
  readonly scan_interval_days: number;
  readonly api_key_prefix: string;
  readonly created_at: string;
}

/** Who acted, for activity records. */
export interface Actor {
  readonly name: string;
  readonly kind: ActorKind;
  readonly admin_key_prefix: string;
  readonly ip: string;
}

/** The service acting by itself. */
export const systemActor: Actor = { name: "system", kind: "system", admin_key_prefix: "", ip: "" };
