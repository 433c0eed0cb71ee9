import type { Actor, OrgIdentity } from "./identity.ts";
import type { Json } from "./json.ts";
import type { ActivityOutcome } from "./vocabulary.ts";

export type ActivityLevel = "ERROR" | "WARNING" | "INFO";

/** Every kind of event: one line each. The level is the one for outcome `ok`; `denied` is at least WARNING, `error` is ERROR. */
export const eventKinds = {
  "org.created": { level: "INFO", target_type: "org" },
  "org.updated": { level: "INFO", target_type: "org" },
  "org.key_rotated": { level: "WARNING", target_type: "org" },
  "domain.added": { level: "INFO", target_type: "domain" },
  "domain.changed": { level: "INFO", target_type: "domain" },
  "domain.removed": { level: "INFO", target_type: "domain" },
  "cloud.account_added": { level: "INFO", target_type: "cloud_account" },
  "cloud.account_updated": { level: "INFO", target_type: "cloud_account" },
  "cloud.account_validated": { level: "INFO", target_type: "cloud_account" },
  "cloud.account_removed": { level: "INFO", target_type: "cloud_account" },
  "scan.started": { level: "INFO", target_type: "scan" },
  "scan.stopped": { level: "WARNING", target_type: "scan" },
  "scan.completed": { level: "INFO", target_type: "scan" },
  "scan.failed": { level: "ERROR", target_type: "scan" },
  "scan.cancelled": { level: "WARNING", target_type: "scan" },
  "finding.feedback": { level: "INFO", target_type: "finding" },
  "suppression.removed": { level: "INFO", target_type: "suppression" },
} as const satisfies Record<string, { level: ActivityLevel; target_type: string }>;

export type EventKind = keyof typeof eventKinds;

/** One row of an org's activity trail, and (under other names) one line of the event stream. */
export interface Activity {
  readonly id: string;
  readonly org_id: string;
  readonly occurred_at: string;
  readonly level: ActivityLevel;
  readonly action: EventKind;
  readonly outcome: ActivityOutcome;
  readonly org: string;
  readonly customer_id: string;
  readonly actor: string;
  readonly actor_kind: Actor["kind"];
  readonly admin_key: string;
  readonly target_type: string;
  readonly target_id: string;
  /** Human name of the target, where it has one. */
  readonly target?: string;
  readonly ip: string;
  readonly detail: Readonly<Record<string, Json>>;
}

/** What the place that raises an event knows. `id` is a fresh UUIDv7, `occurredAt` the time of the change. */
export interface Happening {
  readonly id: string;
  readonly occurredAt: Date;
  readonly org: Pick<OrgIdentity, "id" | "slug" | "customer_id">;
  readonly actor: Actor;
  readonly targetId: string;
  readonly target?: string | null;
  readonly outcome?: ActivityOutcome;
  readonly detail?: Readonly<Record<string, Json>>;
}

/** The activity record of an event. */
export function activity(kind: EventKind, happening: Happening): Activity {
  const outcome = happening.outcome ?? "ok";
  return {
    id: happening.id,
    org_id: happening.org.id,
    occurred_at: happening.occurredAt.toISOString(),
    level: levelOf(kind, outcome),
    action: kind,
    outcome,
    org: happening.org.slug,
    customer_id: happening.org.customer_id,
    actor: happening.actor.name,
    actor_kind: happening.actor.kind,
    admin_key: happening.actor.admin_key_prefix,
    target_type: eventKinds[kind].target_type,
    target_id: happening.targetId,
    ...(happening.target ? { target: happening.target } : {}),
    ip: happening.actor.ip,
    detail: happening.detail ?? {},
  };
}

/** Level routing of the specification. */
export function levelOf(kind: EventKind, outcome: ActivityOutcome): ActivityLevel {
  const level: ActivityLevel = eventKinds[kind].level;
  switch (outcome) {
    case "error":
      return "ERROR";
    case "denied":
      return level === "ERROR" ? "ERROR" : "WARNING";
    case "ok":
      return level;
    default:
      return outcome satisfies never;
  }
}
