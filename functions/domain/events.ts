import type { Actor, OrgIdentity } from "./identity.ts";
import type { Json } from "./json.ts";
import { type ActivityOutcome, type ActorKind, actorKinds } from "./vocabulary.ts";

export type ActivityLevel = "ERROR" | "WARNING" | "INFO";

/** What there is to know of a kind of event besides its name; see `eventTexts` for what it says. */
interface EventTraits {
  /** The one for outcome `ok`; `denied` is at least WARNING, `error` is ERROR. */
  readonly level: ActivityLevel;
  readonly target_type: string;
  /** Outcomes that it can have, the usual one first. */
  readonly outcomes: readonly [ActivityOutcome, ...ActivityOutcome[]];
  /** Kinds of actors that can raise it. */
  readonly actors: readonly [ActorKind, ...ActorKind[]];
}

const okOrDenied = ["ok", "denied"] as const;

/** Every kind of event: one line each. Who asks for some events reads what is listed here and nothing else. */
export const eventKinds = {
  "org.created": { level: "INFO", target_type: "org", outcomes: ["ok"], actors: ["admin"] },
  "org.updated": { level: "INFO", target_type: "org", outcomes: ["ok"], actors: ["admin"] },
  "org.key_rotated": { level: "WARNING", target_type: "org", outcomes: ["ok"], actors: ["admin"] },
  "domain.added": { level: "INFO", target_type: "domain", outcomes: ["ok"], actors: ["admin"] },
  "domain.changed": { level: "INFO", target_type: "domain", outcomes: ["ok"], actors: ["admin"] },
  "domain.removed": { level: "INFO", target_type: "domain", outcomes: ["ok"], actors: ["admin"] },
  "cloud.account_added": { level: "INFO", target_type: "cloud_account", outcomes: ["ok"], actors: ["admin"] },
  "cloud.account_updated": { level: "INFO", target_type: "cloud_account", outcomes: ["ok"], actors: ["admin"] },
  "cloud.account_validated": { level: "INFO", target_type: "cloud_account", outcomes: okOrDenied, actors: ["admin"] },
  "cloud.account_removed": { level: "INFO", target_type: "cloud_account", outcomes: ["ok"], actors: ["admin"] },
  "scan.started": { level: "INFO", target_type: "scan", outcomes: ["ok"], actors: ["admin"] },
  "scan.stopped": { level: "WARNING", target_type: "scan", outcomes: ["ok"], actors: ["admin"] },
  "scan.completed": { level: "INFO", target_type: "scan", outcomes: ["ok"], actors: ["system"] },
  "scan.failed": { level: "ERROR", target_type: "scan", outcomes: ["error"], actors: ["system"] },
  "scan.cancelled": { level: "WARNING", target_type: "scan", outcomes: ["ok"], actors: ["admin", "system"] },
  "finding.feedback": { level: "INFO", target_type: "finding", outcomes: ["ok"], actors: ["admin", "customer"] },
  "suppression.added": { level: "INFO", target_type: "suppression", outcomes: ["ok"], actors: ["admin", "customer"] },
  "suppression.removed": { level: "INFO", target_type: "suppression", outcomes: ["ok"], actors: actorKinds },
  "task.created": { level: "INFO", target_type: "task", outcomes: ["ok"], actors: ["system"] },
  "task.updated": { level: "INFO", target_type: "task", outcomes: ["ok"], actors: actorKinds },
} as const satisfies Record<string, EventTraits>;

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
  readonly actor_kind: ActorKind;
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
  /** The kind's usual one when left out. */
  readonly outcome?: ActivityOutcome;
  readonly detail?: Readonly<Record<string, Json>>;
}

/** The activity record of an event. Throws when `eventKinds` does not know the kind to end like this, or of such an actor. */
export function activity(kind: EventKind, happening: Happening): Activity {
  const { target_type, outcomes, actors }: EventTraits = eventKinds[kind];
  const outcome = happening.outcome ?? outcomes[0];
  if (!outcomes.includes(outcome)) throw new TypeError(`${kind} cannot have the outcome ${outcome}`);
  if (!actors.includes(happening.actor.kind))
    throw new TypeError(`${kind} cannot be raised by ${happening.actor.kind}`);
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
    target_type,
    target_id: happening.targetId,
    ...(happening.target ? { target: happening.target } : {}),
    ip: happening.actor.ip,
    detail: happening.detail ?? {},
  };
}

/** What events are asked for by; what is left out may be anything. */
export interface EventFilter {
  readonly action?: EventKind | undefined;
  readonly actor_kind?: ActorKind | undefined;
  readonly target_type?: string | undefined;
  readonly outcome?: ActivityOutcome | undefined;
}

/** Events that no filter tells apart. */
export interface EventSeries {
  readonly action: EventKind;
  readonly outcome: ActivityOutcome;
  readonly actor_kind: ActorKind;
}

/** The series that a filter asks for: all of their events pass it, and no others do. */
export function seriesOf(filter: EventFilter): EventSeries[] {
  const wants = <T>(asked: T | undefined, actual: T) => asked === undefined || asked === actual;
  const kinds = Object.entries(eventKinds) as [EventKind, EventTraits][];
  return kinds
    .filter(([kind, { target_type }]) => wants(filter.action, kind) && wants(filter.target_type, target_type))
    .flatMap(([action, { outcomes, actors }]) =>
      outcomes.flatMap((outcome) => actors.map((actor_kind) => ({ action, outcome, actor_kind }))),
    )
    .filter(({ outcome, actor_kind }) => wants(filter.outcome, outcome) && wants(filter.actor_kind, actor_kind));
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
