import { RateCounter } from "./entities/rate-counter.ts";
import { isConditionFailure } from "./transaction.ts";

/** Requests per caller and UTC minute. */
export const REQUESTS_PER_MINUTE = 300;

const COUNTER_LIFETIME_SECONDS = 600;

/** Minute in which a caller was last refused, so that one flood costs one refused write a container and not one a request. */
const refusedIn = new Map<string, string>();
const REFUSALS_REMEMBERED = 1000;

/**
 * Counts a request of a caller (an admin key's id, or `master`). Returns the seconds to wait when the caller has used up
 * its minute, else null. Throws when the store does not answer; the caller decides what that means.
 */
export async function countRequest(caller: string, now: Date): Promise<number | null> {
  const minute = now.toISOString().slice(0, 16);
  const secondsLeft = 60 - now.getUTCSeconds();
  if (refusedIn.get(caller) === minute) return secondsLeft;
  try {
    await RateCounter.update({ caller, minute })
      .add({ requests: 1 })
      .set({ ttl: Math.floor(now.getTime() / 1000) + COUNTER_LIFETIME_SECONDS })
      .where(({ requests }, { notExists, lt }) => `${notExists(requests)} OR ${lt(requests, REQUESTS_PER_MINUTE)}`)
      .go({ response: "none" });
    return null;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    if (refusedIn.size >= REFUSALS_REMEMBERED) refusedIn.clear();
    refusedIn.set(caller, minute);
    return secondsLeft;
  }
}
