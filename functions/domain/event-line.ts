import type { Activity, ActivityLevel, EventKind } from "./events.ts";
import type { Json } from "./json.ts";
import type { ActivityOutcome, ActorKind } from "./vocabulary.ts";

/** What the lines of the stream are known by, besides those of the application's own log. */
export const STREAM_NAME = "easm.activity";

/** One line of the event stream: an activity record under the names of the stream. */
export interface EventLine {
  /** ISO 8601, UTC. */
  readonly ts: string;
  readonly level: ActivityLevel;
  readonly name: typeof STREAM_NAME;
  readonly log_type: typeof STREAM_NAME;
  readonly event: EventKind;
  readonly outcome: ActivityOutcome;
  /** Slug of the org. */
  readonly org: string;
  readonly customer_id: string;
  readonly actor: string;
  readonly actor_kind: ActorKind;
  /** Public prefix; empty where no admin key was at work. */
  readonly admin_key: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly target: string | null;
  readonly ip: string;
  readonly detail: Readonly<Record<string, Json>>;
  /** The same each time that the event is delivered: what a receiver tells repetitions by. */
  readonly event_id: string;
}

/** The line of an activity record. */
export const eventLine = (activity: Omit<Activity, "org_id">): EventLine => ({
  ts: activity.occurred_at,
  level: activity.level,
  name: STREAM_NAME,
  log_type: STREAM_NAME,
  event: activity.action,
  outcome: activity.outcome,
  org: activity.org,
  customer_id: activity.customer_id,
  actor: activity.actor,
  actor_kind: activity.actor_kind,
  admin_key: activity.admin_key,
  target_type: activity.target_type,
  target_id: activity.target_id,
  target: activity.target ?? null,
  ip: activity.ip,
  detail: activity.detail,
  event_id: activity.id,
});

/**
 * Characters that JSON may hold as they are and that readers of lines stumble over: more line ends (U+0085, U+2028,
 * U+2029), C1 controls, which terminals obey, marks of byte order, what turns the direction of text, and code points that
 * are no characters, some of which Amazon SQS does not take.
 */
const STUMBLING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\ufeff]/gu;

/**
 * A value as one line of JSON, without the line's end: no character in it ends a line, steers a terminal or is half of a
 * pair, whatever the value holds.
 */
export const oneLine = (value: unknown): string => JSON.stringify(value).replaceAll(STUMBLING, escaped);

/** As JSON escapes it: each half by itself where it takes two. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
