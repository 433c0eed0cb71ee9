import { NetError } from "../net/net.ts";
import { type PostAnswer, post } from "../net/post.ts";
import { signatureHeaders } from "./signature.ts";
import type { WebhookTarget } from "./webhook-target.ts";

/** What came of one attempt. A `reason` is for operators: it holds no token, no secret and nothing of the URL but its origin. */
export type Outcome =
  | { readonly kind: "delivered" }
  /** The receiver does not want this very event. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Not this time. `retryAfterSeconds` is 0 unless the receiver asked for a pause. */
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterSeconds: number };

/** An event to post. */
export interface WebhookEvent {
  readonly event_id: string;
  readonly line: string;
}

/** Answers that speak of the request's content (RFC 9110 15.5), which is the same at every attempt. */
const refusals = new Set([400, 413, 415, 422]);
/** Answers whose Retry-After counts. */
const pauses = new Set([429, 503]);

/** Posts one event to the receiver, once. Never throws. */
export async function postEvent(
  { url, token, signingKeys }: WebhookTarget,
  { event_id, line }: WebhookEvent,
  { now, timeoutMs }: { readonly now: Date; readonly timeoutMs: number },
): Promise<Outcome> {
  const signed = { id: event_id, timestamp: Math.floor(now.getTime() / 1000), body: line };
  const headers = {
    "content-type": "application/json",
    "user-agent": "palisade-webhook/1",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(signingKeys.length === 0 ? {} : signatureHeaders(signingKeys, signed)),
  };
  try {
    return outcomeOf(await post(url, { headers, body: line, timeoutMs }));
  } catch (error) {
    const reason = error instanceof NetError ? error.message : "The event could not be posted";
    return { kind: "failed", reason, retryAfterSeconds: 0 };
  }
}

function outcomeOf({ status, headers }: PostAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const reason = `The receiver answered ${status}`;
  if (refusals.has(status)) return { kind: "refused", reason };
  const retryAfter = headers["retry-after"]?.[0] ?? "";
  const isPause = pauses.has(status) && /^\d+$/.test(retryAfter);
  return { kind: "failed", reason, retryAfterSeconds: isPause ? Number(retryAfter) : 0 };
}
