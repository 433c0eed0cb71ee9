import { setTimeout as sleep } from "node:timers/promises";

/** Attempts of a store operation that may succeed when it is repeated. With `pause` between them they wait at most 0.8 s. */
export const ATTEMPTS = 5;

const PAUSE_MS = 50;

/** How long to wait after attempt `attempt` (from 0): twice as long each time, and never alike, so that rivals part. */
export const pauseMs = (attempt: number, random: number = Math.random()): number =>
  PAUSE_MS * 2 ** attempt * (0.5 + random / 2);

/** Waits after attempt `attempt` (from 0). */
export const pause = (attempt: number): Promise<void> => sleep(pauseMs(attempt));
