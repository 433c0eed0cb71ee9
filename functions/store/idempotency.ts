import { createHash } from "node:crypto";
import type { Json } from "../domain/json.ts";
import { IdempotentAnswer } from "./entities/idempotent-answer.ts";
import { expiresAfterDays } from "./table.ts";

/** Days for which a key stands for its first request. */
const LIFETIME_DAYS = 1;

/** A request that its sender may repeat, not knowing whether it arrived. */
export interface Repeatable {
  readonly key: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
}

/** Fingerprint of a validated body: SHA-256, hex. */
export const fingerprintOf = (body: unknown): string => createHash("sha256").update(JSON.stringify(body)).digest("hex");

/** What the first request with this key was answered; null when there was none in the last 24 hours, `other body` when it asked for something else. */
export async function firstAnswer(
  orgId: string,
  { key, fingerprint }: Repeatable,
  now: Date,
): Promise<Readonly<Record<string, Json>> | "other body" | null> {
  const { data } = await IdempotentAnswer.get({ org_id: orgId, key }).go({ consistent: true });
  if (!data || data.expires_at <= now.toISOString()) return null;
  return data.fingerprint === fingerprint ? data.answer : "other body";
}

/** The item that keeps an answer for a day. */
export const keptAnswer = (
  orgId: string,
  { key, fingerprint }: Repeatable,
  answer: Readonly<Record<string, Json>>,
  now: Date,
) => ({
  org_id: orgId,
  key,
  fingerprint,
  answer,
  expires_at: new Date(now.getTime() + LIFETIME_DAYS * 86_400_000).toISOString(),
  ttl: expiresAfterDays(LIFETIME_DAYS, now),
});
